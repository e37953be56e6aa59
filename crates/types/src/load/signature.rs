//! Parses descriptors and `Signature` attributes (JVM specification 4.3 and 4.7.9.1) into types.

use std::sync::Arc;

use crate::{Bound, Method, Primitive, Type, TypeParameter, World};

/// The reason why a signature cannot be parsed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SignatureError {
    /// The signature does not follow the grammar.
    Malformed,
    /// The signature names a missing class, by its internal name.
    Missing(String),
}

/// The types of a method.
#[derive(Clone, Debug, PartialEq)]
pub struct MethodSignature {
    /// The type parameters of the method.
    pub parameters: Vec<TypeParameter>,
    /// The parameter types in order.
    pub arguments: Vec<Type>,
    /// The result type.
    pub result: Type,
    /// The declared exceptions; empty if the signature lists none. A signature lists all exceptions of the
    /// method if the type of an exception is a type variable, and otherwise usually none.
    pub exceptions: Vec<Type>,
}

/// The types of a class.
#[derive(Clone, Debug, PartialEq)]
pub struct ClassSignature {
    /// The type parameters of the class.
    pub parameters: Vec<TypeParameter>,
    /// The superclass.
    pub superclass: Type,
    /// The direct superinterfaces.
    pub interfaces: Vec<Type>,
}

/// A parser of one signature.
pub struct Parser<'a> {
    /// The text that is not parsed yet.
    rest: &'a str,
    world: &'a World,
    /// Number of types that enclose the current type.
    depth: u32,
}

impl World {
    /// Returns the erased types of a method's source-level parameters and of its result.
    pub fn erased(&self, method: &Method) -> (Vec<Type>, Type) {
        let mut signature =
            Parser::new(&method.descriptor, self).method().expect("the loader has parsed the descriptor");
        let implicit_count = signature.arguments.len() - method.arguments.len();
        signature.arguments.drain(..implicit_count);
        (signature.arguments, signature.result)
    }
}

/// Maximum nesting depth of types: the JVM's limit on array dimensions.
const MAX_DEPTH: u32 = 255;

/// The result of parsing.
pub type Parsed<T> = Result<T, SignatureError>;

impl<'a> Parser<'a> {
    /// Creates a parser. The world resolves the class names.
    pub fn new(text: &'a str, world: &'a World) -> Parser<'a> {
        Parser { rest: text, world, depth: 0 }
    }

    /// Parses the type of a field: a descriptor or a signature.
    pub fn field(mut self) -> Parsed<Type> {
        let ty = self.ty()?;
        self.expect_end(ty)
    }

    /// Parses a method descriptor or the signature of a method.
    pub fn method(mut self) -> Parsed<MethodSignature> {
        let parameters = self.type_parameters()?;
        self.expect('(')?;
        let mut arguments = Vec::new();
        while !self.eat(')') {
            arguments.push(self.ty()?);
        }
        let result = if self.eat('V') { Type::Void } else { self.ty()? };
        let mut exceptions = Vec::new();
        while self.eat('^') {
            exceptions.push(self.ty()?);
        }
        self.expect_end(MethodSignature { parameters, arguments, result, exceptions })
    }

    /// Parses the signature of a class.
    pub fn class(mut self) -> Parsed<ClassSignature> {
        let parameters = self.type_parameters()?;
        let superclass = self.ty()?;
        let mut interfaces = Vec::new();
        while !self.rest.is_empty() {
            interfaces.push(self.ty()?);
        }
        Ok(ClassSignature { parameters, superclass, interfaces })
    }

    fn type_parameters(&mut self) -> Parsed<Vec<TypeParameter>> {
        let mut parameters = Vec::new();
        if self.eat('<') {
            while !self.eat('>') {
                parameters.push(self.type_parameter()?);
            }
        }
        Ok(parameters)
    }

    fn type_parameter(&mut self) -> Parsed<TypeParameter> {
        let name = self.read_until(&[':'])?.into();
        let mut bounds = Vec::new();
        while self.eat(':') {
            // The class bound can be empty if interface bounds follow.
            if !self.rest.starts_with(':') {
                bounds.push(self.ty()?);
            }
        }
        if bounds.is_empty() {
            bounds.push(Type::class(self.world.object()));
        }
        Ok(TypeParameter { name, bounds })
    }

    fn ty(&mut self) -> Parsed<Type> {
        self.depth += 1;
        let ty = if self.depth > MAX_DEPTH { Err(SignatureError::Malformed) } else { self.any_type() };
        self.depth -= 1;
        ty
    }

    fn any_type(&mut self) -> Parsed<Type> {
        let first = self.rest.chars().next().ok_or(SignatureError::Malformed)?;
        match first {
            'L' => return self.class_type(),
            '[' => {
                self.rest = &self.rest[1..];
                return Ok(Type::Array(Arc::new(self.ty()?)));
            }
            'T' => {
                let name = self.read_until(&[';'])?[1..].into();
                self.expect(';')?;
                return Ok(Type::Variable(name));
            }
            _ => {}
        }
        let primitive = Primitive::from_descriptor(first).ok_or(SignatureError::Malformed)?;
        self.rest = &self.rest[1..];
        Ok(Type::Primitive(primitive))
    }

    /// Parses a class type.
    ///
    /// An inner class of a generic class, such as `Lp/Outer<TT;>.Inner<TK;>;`, becomes raw, because a
    /// [`Type`] cannot store the arguments of the outer class. Without these arguments, source must not write
    /// the arguments of the inner class.
    fn class_type(&mut self) -> Parsed<Type> {
        let mut name = self.read_until(&['<', ';', '.'])?[1..].to_owned();
        let mut arguments = self.type_arguments()?;
        let mut is_raw = false;
        while self.eat('.') {
            name = format!("{name}${}", self.read_until(&['<', ';', '.'])?);
            is_raw |= !arguments.is_empty();
            arguments = self.type_arguments()?;
        }
        self.expect(';')?;
        if is_raw {
            arguments.clear();
        }
        match self.world.class_by_internal_name(&name) {
            Some(class) => Ok(Type::Class(class, arguments.into())),
            None => Err(SignatureError::Missing(name)),
        }
    }

    fn type_arguments(&mut self) -> Parsed<Vec<Type>> {
        let mut arguments = Vec::new();
        if self.eat('<') {
            while !self.eat('>') {
                arguments.push(self.type_argument()?);
            }
        }
        Ok(arguments)
    }

    fn type_argument(&mut self) -> Parsed<Type> {
        if self.eat('*') {
            return Ok(Type::Wildcard(Bound::Any, Arc::new(Type::class(self.world.object()))));
        }
        let bound = if self.eat('+') {
            Bound::Extends
        } else if self.eat('-') {
            Bound::Super
        } else {
            return self.ty();
        };
        Ok(Type::Wildcard(bound, Arc::new(self.ty()?)))
    }

    /// Consumes and returns the text before the first of the characters `ends`. The text must not be empty.
    fn read_until(&mut self, ends: &[char]) -> Parsed<&'a str> {
        let end = self.rest.find(ends).ok_or(SignatureError::Malformed)?;
        let (text, rest) = self.rest.split_at(end);
        self.rest = rest;
        if text.is_empty() { Err(SignatureError::Malformed) } else { Ok(text) }
    }

    /// Consumes the next character if it is `expected`. Returns whether a character was consumed.
    fn eat(&mut self, expected: char) -> bool {
        let rest = self.rest.strip_prefix(expected);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn expect(&mut self, expected: char) -> Parsed<()> {
        if self.eat(expected) { Ok(()) } else { Err(SignatureError::Malformed) }
    }

    /// Returns `value` if the whole text is parsed.
    fn expect_end<T>(self, value: T) -> Parsed<T> {
        if self.rest.is_empty() { Ok(value) } else { Err(SignatureError::Malformed) }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::{ClassPath, Jdk};

    fn world() -> World {
        World::new(ClassPath::open(&[]).unwrap(), Jdk::find(None).unwrap())
    }

    /// Returns the signature of a type.
    fn write(world: &World, ty: &Type) -> String {
        match ty {
            Type::Variable(name) => format!("T{name};"),
            Type::Array(element) => format!("[{}", write(world, element)),
            Type::Wildcard(Bound::Any, _) => "*".into(),
            Type::Wildcard(Bound::Extends, bound) => format!("+{}", write(world, bound)),
            Type::Wildcard(Bound::Super, bound) => format!("-{}", write(world, bound)),
            Type::Class(class, arguments) if !arguments.is_empty() => {
                let arguments: String = arguments.iter().map(|a| write(world, a)).collect();
                format!("L{}<{arguments}>;", world.name(*class).replace('.', "/"))
            }
            plain => world.descriptor_of(plain),
        }
    }

    fn types(world: &World) -> impl Strategy<Value = Type> + use<> {
        let classes = ["java.lang.String", "java.util.List", "java.util.Map$Entry"];
        let classes = classes.map(|name| world.class_named(name).unwrap());
        let object = Arc::new(Type::class(world.object()));
        let leaf = prop_oneof![
            prop::sample::select(classes.to_vec()).prop_map(Type::class),
            "[A-Z]{1,3}".prop_map(|name| Type::Variable(name.as_str().into())),
        ];
        leaf.prop_recursive(4, 24, 3, move |inner| {
            let object = object.clone();
            let argument = (0..4u8, inner.clone()).prop_map(move |(form, ty)| match form {
                0 => Type::Wildcard(Bound::Any, object.clone()),
                1 => Type::Wildcard(Bound::Extends, Arc::new(ty)),
                2 => Type::Wildcard(Bound::Super, Arc::new(ty)),
                _ => ty,
            });
            prop_oneof![
                inner.prop_map(|ty| Type::Array(Arc::new(ty))),
                prop::sample::select(Primitive::ALL.as_slice())
                    .prop_map(|p| Type::Array(Arc::new(Type::Primitive(p)))),
                (prop::sample::select(classes.to_vec()), prop::collection::vec(argument, 1..3))
                    .prop_map(|(class, arguments)| Type::Class(class, arguments.into())),
            ]
        })
    }

    #[test]
    fn a_written_type_is_read_back_unchanged() {
        let world = world();
        proptest!(|(ty in types(&world))| {
            let text = write(&world, &ty);
            prop_assert_eq!(Parser::new(&text, &world).field(), Ok(ty));
        });
    }

    #[test]
    fn parsing_random_text_neither_panics_nor_overflows_the_stack() {
        let world = world();
        proptest!(|(text in "([LTI\\[;<>.:+*()^V-]|Ljava/lang/Object|é){0,24}")| {
            let _ = Parser::new(&text, &world).field();
            let _ = Parser::new(&text, &world).method();
            let _ = Parser::new(&text, &world).class();
        });
        let deep_array = "[".repeat(60_000) + "I";
        assert_eq!(Parser::new(&deep_array, &world).field(), Err(SignatureError::Malformed));
    }

    #[test]
    fn the_error_for_a_missing_class_contains_its_name() {
        let world = world();
        let error = Parser::new("Ljava/util/List<Lno/Such<TT;>.Inner;>;", &world).field();
        assert_eq!(error, Err(SignatureError::Missing("no/Such$Inner".into())));
    }
}
