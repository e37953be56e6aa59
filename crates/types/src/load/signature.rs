//! Descriptors and `Signature` attributes (JVM specification 4.3 and 4.7.9.1) as types.

use std::sync::Arc;

use crate::{Bound, Method, Primitive, Type, TypeParameter, World};

/// Why a signature yields no types.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// It does not follow the grammar.
    Malformed,
    /// It names a class (internal name) that is not there.
    Missing(String),
}

/// The types of a method.
#[derive(Clone, Debug, PartialEq)]
pub struct MethodSignature {
    /// Its type parameters.
    pub parameters: Vec<TypeParameter>,
    /// Argument types in order.
    pub arguments: Vec<Type>,
    /// Result type.
    pub result: Type,
    /// Exceptions, if any of them is generic; else they are not stated here.
    pub exceptions: Vec<Type>,
}

/// The types of a class.
#[derive(Clone, Debug, PartialEq)]
pub struct ClassSignature {
    /// Its type parameters.
    pub parameters: Vec<TypeParameter>,
    /// Superclass.
    pub superclass: Type,
    /// Direct superinterfaces.
    pub interfaces: Vec<Type>,
}

/// Reads one signature.
pub struct Parser<'a> {
    rest: &'a str,
    world: &'a World,
    depth: u32,
}

impl World {
    /// The types of a method's descriptor: those of the parameters that the source knows, and of the result.
    pub fn erased(&self, method: &Method) -> (Vec<Type>, Type) {
        let mut erased = Parser::new(&method.descriptor, self).method().expect("read with its class");
        let implicit = erased.arguments.len() - method.arguments.len();
        erased.arguments.drain(..implicit);
        (erased.arguments, erased.result)
    }
}

/// How deep types may be nested: the JVM's limit on array dimensions.
const MAX_DEPTH: u32 = 255;

/// What reading gives.
pub type Parsed<T> = Result<T, Fault>;

impl<'a> Parser<'a> {
    /// A parser of a signature whose classes are those of the world.
    pub fn new(text: &'a str, world: &'a World) -> Parser<'a> {
        Parser { rest: text, world, depth: 0 }
    }

    /// The type of a field: a field descriptor, or the signature of a field.
    pub fn field(mut self) -> Parsed<Type> {
        let ty = self.ty()?;
        self.end(ty)
    }

    /// A method descriptor, or the signature of a method.
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
        self.end(MethodSignature { parameters, arguments, result, exceptions })
    }

    /// The signature of a class.
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
        let name = self.until(&[':'])?.into();
        let mut bounds = Vec::new();
        while self.eat(':') {
            // The class bound before the interface bounds may be empty.
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
        let ty = if self.depth > MAX_DEPTH { Err(Fault::Malformed) } else { self.any_type() };
        self.depth -= 1;
        ty
    }

    fn any_type(&mut self) -> Parsed<Type> {
        let first = self.rest.chars().next().ok_or(Fault::Malformed)?;
        match first {
            'L' => return self.class_type(),
            '[' => {
                self.rest = &self.rest[1..];
                return Ok(Type::Array(Arc::new(self.ty()?)));
            }
            'T' => {
                let name = self.until(&[';'])?[1..].into();
                self.expect(';')?;
                return Ok(Type::Variable(name));
            }
            _ => {}
        }
        let primitive = Primitive::from_descriptor(first).ok_or(Fault::Malformed)?;
        self.rest = &self.rest[1..];
        Ok(Type::Primitive(primitive))
    }

    /// An inner class of a generic one, `Lp/Outer<TT;>.Inner<TK;>;`, becomes raw: a [`Type`] has no place for the outer
    /// arguments, and without them source must not state the inner ones.
    fn class_type(&mut self) -> Parsed<Type> {
        let mut name = self.until(&['<', ';', '.'])?[1..].to_owned();
        let mut arguments = self.type_arguments()?;
        let mut raw = false;
        while self.eat('.') {
            name = format!("{name}${}", self.until(&['<', ';', '.'])?);
            raw |= !arguments.is_empty();
            arguments = self.type_arguments()?;
        }
        self.expect(';')?;
        if raw {
            arguments.clear();
        }
        match self.world.class_internal(&name) {
            Some(class) => Ok(Type::Class(class, arguments.into())),
            None => Err(Fault::Missing(name)),
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

    fn until(&mut self, ends: &[char]) -> Parsed<&'a str> {
        let end = self.rest.find(ends).ok_or(Fault::Malformed)?;
        let (text, rest) = self.rest.split_at(end);
        self.rest = rest;
        if text.is_empty() { Err(Fault::Malformed) } else { Ok(text) }
    }

    fn eat(&mut self, expected: char) -> bool {
        let rest = self.rest.strip_prefix(expected);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn expect(&mut self, expected: char) -> Parsed<()> {
        if self.eat(expected) { Ok(()) } else { Err(Fault::Malformed) }
    }

    fn end<T>(self, value: T) -> Parsed<T> {
        if self.rest.is_empty() { Ok(value) } else { Err(Fault::Malformed) }
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

    /// What the attribute of a type would hold.
    fn write(world: &World, ty: &Type) -> String {
        match ty {
            Type::Variable(name) => format!("T{name};"),
            Type::Array(of) => format!("[{}", write(world, of)),
            Type::Wildcard(Bound::Any, _) => "*".into(),
            Type::Wildcard(Bound::Extends, of) => format!("+{}", write(world, of)),
            Type::Wildcard(Bound::Super, of) => format!("-{}", write(world, of)),
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
    fn a_type_is_read_as_it_was_written() {
        let world = world();
        proptest!(|(ty in types(&world))| {
            let text = write(&world, &ty);
            prop_assert_eq!(Parser::new(&text, &world).field(), Ok(ty));
        });
    }

    #[test]
    fn text_that_is_no_signature_is_refused_without_harm() {
        let world = world();
        proptest!(|(text in "([LTI\\[;<>.:+*()^V-]|Ljava/lang/Object|é){0,24}")| {
            let _ = Parser::new(&text, &world).field();
            let _ = Parser::new(&text, &world).method();
            let _ = Parser::new(&text, &world).class();
        });
        let deep = "[".repeat(60_000) + "I";
        assert_eq!(Parser::new(&deep, &world).field(), Err(Fault::Malformed));
    }

    #[test]
    fn a_missing_class_is_named() {
        let world = world();
        let fault = Parser::new("Ljava/util/List<Lno/Such<TT;>.Inner;>;", &world).field();
        assert_eq!(fault, Err(Fault::Missing("no/Such$Inner".into())));
    }
}
