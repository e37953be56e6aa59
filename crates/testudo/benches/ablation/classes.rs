//! The classes under test, from open-source libraries. `tests/subjects.xml` in the root folder of the
//! repository lists the libraries.

/// Binary names of twenty small and large classes of twelve libraries.
pub const CLASSES: &[&str] = &[
    "org.apache.commons.math3.analysis.interpolation.AkimaSplineInterpolator",
    "org.la4j.Matrix",
    "org.apache.commons.codec.language.DoubleMetaphone",
    "com.google.common.collect.StandardTable",
    "com.google.re2j.Compiler",
    "com.google.gson.stream.JsonReader",
    "org.apache.commons.jxpath.ri.model.beans.BeanPropertyPointer",
    "org.joda.time.LocalTime",
    "org.tartarus.snowball.ext.turkishStemmer",
    "org.apache.commons.lang3.reflect.FieldUtils",
    "org.apache.commons.cli.HelpFormatter",
    "org.apache.bcel.util.CodeHTML",
    "org.la4j.operation.ooplace.OoPlaceMatricesMultiplication",
    "com.google.common.math.ToDoubleRounder",
    "org.apache.commons.jxpath.ri.parser.XPathParserTokenManager",
    "com.google.re2j.Unicode",
    "org.apache.commons.math3.stat.regression.MillerUpdatingRegression",
    "org.apache.commons.lang3.StringUtils",
    "org.apache.commons.codec.cli.Digest",
    "org.tartarus.snowball.SnowballProgram",
];
