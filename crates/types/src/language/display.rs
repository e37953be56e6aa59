//! Types as text: in the form of source, and as descriptors.

use std::fmt::Write;

use crate::{Bound, Type, World};

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
