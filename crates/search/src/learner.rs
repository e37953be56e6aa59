//! Learners of reinforcement learning: which action to take next, after what the last ones brought.
//!
//! Sutton, Barto: "Reinforcement Learning: An Introduction", 2nd edition, 2018, Sections 2.7 and 10.3; as used by
//! Almulla, Gay: "Learning How to Search: Generating Effective Test Cases Through Adaptive Fitness Function
//! Selection", EMSE 2022, Sections 3.1 and 3.2. What differs from the latter is told by `docs/methods.md`.

use rand::Rng as _;
use rand::seq::SliceRandom as _;

use crate::problem::Rng;

/// How an agent learns. Rewards may have any scale: they are compared by where they lie between the least and the greatest
/// one so far.
#[derive(Clone, Debug, PartialEq)]
pub enum Learner {
    /// Upper Confidence Bound.
    Ucb(Ucb),
    /// Differential Semi-Gradient Sarsa.
    Sarsa(Sarsa),
}

/// Upper Confidence Bound: takes the action with the greatest mean reward plus `c * sqrt(ln t / n)`, after `t` actions of
/// which `n` were this one (the paper, Section 3.1, Equation 1).
#[derive(Clone, Debug, PartialEq)]
pub struct Ucb {
    /// How much what is not known of an action counts, above 0: the greater, the more is tried. 0.5; the paper names no
    /// value, and with the square root of 2, of UCB1, the few hundred choices of a search would be spent on trying.
    pub c: f64,
}

/// Differential Semi-Gradient Sarsa: the value of an action is linear in the features of the state that it is taken in (the
/// paper, Section 3.2, Algorithm 2).
#[derive(Clone, Debug, PartialEq)]
pub struct Sarsa {
    /// Probability that the next action is random, and not the one with the greatest value: 0.1 (Sutton, Barto,
    /// Example 10.2).
    pub epsilon: f64,
    /// Step size of the weights: 0.05. Steps are stable below the inverse of the greatest squared length of features.
    pub alpha: f64,
    /// Step size of the average reward: 0.05.
    pub beta: f64,
}

impl Default for Ucb {
    fn default() -> Self {
        Self { c: 0.5 }
    }
}

impl Default for Sarsa {
    fn default() -> Self {
        Self { epsilon: 0.1, alpha: 0.05, beta: 0.05 }
    }
}

/// By action, the features of taking it in one state, each in `[0, 1]`.
pub type Features = Vec<Vec<f64>>;

/// A learner at work. Actions are numbers from 0 on.
pub struct Agent {
    /// The action under way.
    pub action: usize,
    /// Actions that were not taken yet, in random order.
    untried: Vec<usize>,
    rewards: Range,
    estimates: Estimates,
}

/// What is known of actions.
enum Estimates {
    Means(Means),
    Weights(Weights),
}

impl Agent {
    /// An agent with its first action, which is a random one, of so many: at least 1.
    pub fn new(learner: &Learner, actions: usize, rng: &mut Rng) -> Self {
        let estimates = match learner.clone() {
            Learner::Ucb(settings) => Estimates::Means(Means::new(settings, actions)),
            Learner::Sarsa(settings) => Estimates::Weights(Weights::new(settings)),
        };
        let mut untried: Vec<usize> = (0..actions).collect();
        untried.shuffle(rng);
        let action = untried.pop().expect("there is an action");
        Self { action, untried, rewards: Range::default(), estimates }
    }

    /// Learns what the action under way brought, and takes the next one: each once before any is taken again.
    pub fn advance(&mut self, reward: f64, before: &Features, after: &Features, rng: &mut Rng) {
        self.rewards.widen(reward);
        if let Estimates::Means(means) = &mut self.estimates {
            means.learn(self.action, reward);
        }
        let next = self.untried.pop().unwrap_or_else(|| self.choose(after, rng));
        let reward = self.rewards.scale(reward);
        if let Estimates::Weights(weights) = &mut self.estimates {
            weights.learn(reward, &before[self.action], &after[next]);
        }
        self.action = next;
    }

    /// What an action is worth where it has these features; higher is better.
    pub fn value(&self, action: usize, features: &[f64]) -> f64 {
        match &self.estimates {
            Estimates::Means(means) => means.value(action, &self.rewards),
            Estimates::Weights(weights) => weights.value(features),
        }
    }

    fn choose(&self, features: &Features, rng: &mut Rng) -> usize {
        match &self.estimates {
            Estimates::Weights(weights) if rng.random_bool(weights.settings.epsilon) => {
                rng.random_range(0..features.len())
            }
            _ => self.best(features),
        }
    }

    /// The action with the greatest value, of several the first.
    fn best(&self, features: &Features) -> usize {
        let values = features.iter().enumerate().map(|(action, features)| self.value(action, features));
        let best = values.enumerate().reduce(|best, next| if next.1 > best.1 { next } else { best });
        best.map_or(0, |(action, _)| action)
    }
}

/// The rewards seen so far lie in this range.
#[derive(Default)]
struct Range(Option<(f64, f64)>);

impl Range {
    fn widen(&mut self, reward: f64) {
        let (least, greatest) = self.0.unwrap_or((reward, reward));
        self.0 = Some((least.min(reward), greatest.max(reward)));
    }

    /// Where a reward lies in the range, from 0 to 1.
    fn scale(&self, reward: f64) -> f64 {
        match self.0 {
            Some((least, greatest)) if least < greatest => (reward - least) / (greatest - least),
            _ => 0.0,
        }
    }
}

/// The state of UCB.
struct Means {
    settings: Ucb,
    /// By action the sum of its rewards, and how often it was taken.
    totals: Vec<(f64, u32)>,
}

impl Means {
    fn new(settings: Ucb, actions: usize) -> Self {
        Self { settings, totals: vec![(0.0, 0); actions] }
    }

    fn learn(&mut self, action: usize, reward: f64) {
        let (total, times) = &mut self.totals[action];
        *total += reward;
        *times += 1;
    }

    fn value(&self, action: usize, rewards: &Range) -> f64 {
        let (total, times) = self.totals[action];
        if times == 0 {
            return f64::MAX;
        }
        let taken: u32 = self.totals.iter().map(|(_, times)| times).sum();
        let unknown = (f64::from(taken).ln() / f64::from(times)).sqrt();
        rewards.scale(total / f64::from(times)) + self.settings.c * unknown
    }
}

/// The state of DSG-Sarsa.
struct Weights {
    settings: Sarsa,
    /// By feature; those of features never met are 0.
    weights: Vec<f64>,
    /// The average reward.
    average: f64,
}

impl Weights {
    fn new(settings: Sarsa) -> Self {
        Self { settings, weights: Vec::new(), average: 0.0 }
    }

    fn value(&self, features: &[f64]) -> f64 {
        self.weights.iter().zip(features).map(|(weight, feature)| weight * feature).sum()
    }

    /// Learns from an action with features `x`, after which one with features `next` is taken.
    ///
    /// The paper prints the new average as `R + beta * delta`; meant is the old one plus the step (Sutton, Barto, Section
    /// 10.3).
    fn learn(&mut self, reward: f64, x: &[f64], next: &[f64]) {
        self.weights.resize(x.len(), 0.0);
        let delta = reward - self.average + self.value(next) - self.value(x);
        self.average += self.settings.beta * delta;
        for (weight, feature) in self.weights.iter_mut().zip(x) {
            *weight += self.settings.alpha * delta * feature;
        }
    }
}
