//! Types as text: in the form of source, and as descriptors.

use std::fmt::Write;

use crate::{Bound, Primitive, Type, World};

impl World {
    /// Returns the type in the form of source with full names, for logs: `java.util.List<? extends T>[]`.
    pub fn display(&self, ty: &Type) -> String {
        match ty {
            Type::Void => "void".into(),
            Type::Null => "null".into(),
            Type::Primitive(primitive) => primitive.name().into(),
            Type::Variable(name) => name.to_string(),
            Type::Array(element) => format!("{}[]", self.display(element)),
            Type::Wildcard(Bound::Any, _) => "?".into(),
            Type::Wildcard(Bound::Extends, bound) => format!("? extends {}", self.display(bound)),
            Type::Wildcard(Bound::Super, bound) => format!("? super {}", self.display(bound)),
            Type::Class(class, arguments) if arguments.is_empty() => self.source_name(*class),
            Type::Class(class, arguments) => {
                let arguments: Vec<String> = arguments.iter().map(|a| self.display(a)).collect();
                format!("{}<{}>", self.source_name(*class), arguments.join(", "))
            }
        }
    }

    /// Returns the name of a class in source: `java.util.Map.Entry`. For a class that no source can name,
    /// returns the binary name.
    pub fn source_name(&self, class: crate::ClassId) -> String {
        let class = self.class(class);
        match class.outer {
            Some(outer) if !class.local => format!("{}.{}", self.source_name(outer), class.simple_name),
            _ => class.name.to_string(),
        }
    }

    /// Returns the descriptor of the type's erasure: `[Ljava/util/List;`. For a variable or `null`,
    /// returns the descriptor of `Object`.
    pub fn descriptor_of(&self, ty: &Type) -> String {
        let mut text = String::new();
        self.describe(&self.erase(ty), &mut text);
        text
    }

    /// Returns the erased type for which `Class.getName` returns `name`: `int`, `java.util.Map$Entry`,
    /// `[Ljava.lang.String;`. Returns `None` for `void`, and if there is no such class.
    pub fn type_named(&self, name: &str) -> Option<Type> {
        if let Some(element) = name.strip_prefix('[') {
            return Some(Type::Array(self.element_type_named(element)?.into()));
        }
        let primitive = Primitive::ALL.into_iter().find(|primitive| primitive.name() == name);
        primitive.map(Type::Primitive).or_else(|| self.class_named(name).map(Type::class))
    }

    /// Returns the element type of an array, whose name `Class.getName` writes like a descriptor.
    fn element_type_named(&self, name: &str) -> Option<Type> {
        match name.as_bytes() {
            [b'[', ..] => self.type_named(name),
            [b'L', .., b';'] => self.class_named(&name[1..name.len() - 1]).map(Type::class),
            [descriptor] => Primitive::from_descriptor(char::from(*descriptor)).map(Type::Primitive),
            _ => None,
        }
    }

    /// Appends the descriptor of an erased type to `text`.
    fn describe(&self, erased: &Type, text: &mut String) {
        match erased {
            Type::Void => text.push('V'),
            Type::Primitive(primitive) => text.push(primitive.descriptor()),
            Type::Array(element) => {
                text.push('[');
                self.describe(element, text);
            }
            Type::Class(class, _) => {
                write!(text, "L{};", self.name(*class).replace('.', "/"))
                    .expect("writing to a string cannot fail");
            }
            _ => text.push_str("Ljava/lang/Object;"),
        }
    }
}
