//! Reinforcement learning: chooses the next action by the rewards of earlier actions.
//!
//! The algorithms are from Sutton, Barto: "Reinforcement Learning: An Introduction", 2nd edition, 2018,
//! Sections 2.7 and 10.3. Almulla, Gay: "Learning How to Search: Generating Effective Test Cases Through
//! Adaptive Fitness Function Selection", EMSE 2022, Sections 3.1 and 3.2, apply these algorithms to test
//! generation. `docs/methods.md` lists the differences from the paper of Almulla and Gay.

use rand::Rng as _;
use rand::seq::SliceRandom as _;

use crate::stream::Rng;

/// A reinforcement learning algorithm with its settings. Rewards can have any scale, because the learner
/// normalises them by the smallest and the largest reward so far.
#[derive(Clone, Debug, PartialEq)]
pub enum Learner {
    /// Upper Confidence Bound.
    Ucb(Ucb),
    /// Differential Semi-Gradient Sarsa.
    Sarsa(Sarsa),
}

/// Upper Confidence Bound: chooses the action with the largest sum of its mean reward and `c * sqrt(ln t /
/// n)`. `t` is the number of choices so far, and `n` is the number of choices of this action (Almulla, Gay,
/// Section 3.1, Equation 1).
#[derive(Clone, Debug, PartialEq)]
pub struct Ucb {
    /// Weight of exploration, above 0. Almulla and Gay state no value. The default is 0.5. With the square
    /// root of 2, as in UCB1, the few hundred choices of a search would all be exploration.
    pub c: f64,
}

/// Differential Semi-Gradient Sarsa: the value of an action in a state is a linear function of the features
/// of the action and the state (Almulla, Gay, Section 3.2, Algorithm 2).
#[derive(Clone, Debug, PartialEq)]
pub struct Sarsa {
    /// Probability that the next action is random instead of the action with the largest value. The default
    /// is 0.1 (Sutton, Barto, Example 10.2).
    pub epsilon: f64,
    /// Step size of the weights. The default is 0.05. Learning is stable if the step size is below the
    /// inverse of the largest squared length of a feature vector.
    pub alpha: f64,
    /// Step size of the average reward. The default is 0.05.
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

/// For each action, its features in one state. Each feature is in `[0, 1]`.
pub type Features = Vec<Vec<f64>>;

/// A learner with its current action and its learned values. Actions are numbered from 0.
pub struct Agent {
    /// The current action.
    pub action: usize,
    /// The actions that were not chosen yet, in random order.
    untried: Vec<usize>,
    /// The range of the rewards so far.
    rewards: Range,
    estimates: Estimates,
}

/// The learned values of actions.
enum Estimates {
    Means(Means),
    Weights(Weights),
}

impl Agent {
    /// Returns an agent whose first action is random. `actions` is the number of actions and must be at least
    /// 1.
    pub fn new(learner: &Learner, actions: usize, rng: &mut Rng) -> Self {
        let estimates = match learner.clone() {
            Learner::Ucb(settings) => Estimates::Means(Means::new(settings, actions)),
            Learner::Sarsa(settings) => Estimates::Weights(Weights::new(settings)),
        };
        let mut untried: Vec<usize> = (0..actions).collect();
        untried.shuffle(rng);
        let action = untried.pop().expect("there is at least one action");
        Self { action, untried, rewards: Range::default(), estimates }
    }

    /// Learns the reward of the current action and chooses the next action. `before` and `after` are the
    /// features of the states before and after the current action. The agent chooses every action one time
    /// before it chooses any action a second time.
    pub fn advance(&mut self, reward: f64, before: &Features, after: &Features, rng: &mut Rng) {
        self.rewards.include(reward);
        if let Estimates::Means(means) = &mut self.estimates {
            means.learn(self.action, reward);
        }
        let next = self.untried.pop().unwrap_or_else(|| self.choose(after, rng));
        let reward = self.rewards.normalise(reward);
        if let Estimates::Weights(weights) = &mut self.estimates {
            weights.learn(reward, &before[self.action], &after[next]);
        }
        self.action = next;
    }

    /// Returns the value of an action with these features; higher is better.
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

    /// Returns the action with the largest value. If several actions have this value, returns the first of
    /// these actions.
    fn best(&self, features: &Features) -> usize {
        let values = features.iter().enumerate().map(|(action, features)| self.value(action, features));
        let best = values.enumerate().reduce(|best, next| if next.1 > best.1 { next } else { best });
        best.map_or(0, |(action, _)| action)
    }
}

/// The smallest and the largest reward so far; `None` before the first reward.
#[derive(Default)]
struct Range(Option<(f64, f64)>);

impl Range {
    fn include(&mut self, reward: f64) {
        let (min, max) = self.0.unwrap_or((reward, reward));
        self.0 = Some((min.min(reward), max.max(reward)));
    }

    /// Maps a reward from the range to `[0, 1]`. Returns 0 if all rewards so far are equal.
    fn normalise(&self, reward: f64) -> f64 {
        match self.0 {
            Some((min, max)) if min < max => (reward - min) / (max - min),
            _ => 0.0,
        }
    }
}

/// The learned values of UCB: the mean reward of each action.
struct Means {
    settings: Ucb,
    /// For each action, the sum of its rewards and the number of times it was chosen.
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
        let choices: u32 = self.totals.iter().map(|(_, times)| times).sum();
        let uncertainty = (f64::from(choices).ln() / f64::from(times)).sqrt();
        rewards.normalise(total / f64::from(times)) + self.settings.c * uncertainty
    }
}

/// The learned values of Differential Semi-Gradient Sarsa: the weight of each feature.
struct Weights {
    settings: Sarsa,
    /// For each feature, its weight.
    weights: Vec<f64>,
    /// The estimate of the average reward.
    average: f64,
}

impl Weights {
    fn new(settings: Sarsa) -> Self {
        Self { settings, weights: Vec::new(), average: 0.0 }
    }

    fn value(&self, features: &[f64]) -> f64 {
        self.weights.iter().zip(features).map(|(weight, feature)| weight * feature).sum()
    }

    /// Learns from the normalised reward of an action. `features` are the features of the action, and `next`
    /// are the features of the next action.
    ///
    /// Almulla and Gay print the new average as `R + beta * delta`. The correct formula adds `beta * delta`
    /// to the old average (Sutton, Barto, Section 10.3).
    fn learn(&mut self, reward: f64, features: &[f64], next: &[f64]) {
        self.weights.resize(features.len(), 0.0);
        let delta = reward - self.average + self.value(next) - self.value(features);
        self.average += self.settings.beta * delta;
        for (weight, feature) in self.weights.iter_mut().zip(features) {
            *weight += self.settings.alpha * delta * feature;
        }
    }
}
