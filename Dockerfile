# Image with Testudo, JDK 17 and Maven. Build it in this folder: docker build --tag testudo .
# Run it in the folder of a project: docker run --rm --volume "$PWD:/project" testudo generate
FROM docker.io/library/rust:1-bookworm AS build
RUN apt-get update && apt-get install --yes --no-install-recommends openjdk-17-jdk-headless
COPY . /source
WORKDIR /source
RUN cargo build --release --locked -p testudo

FROM docker.io/library/debian:bookworm-slim
RUN apt-get update \
    && apt-get install --yes --no-install-recommends ca-certificates git maven openjdk-17-jdk-headless \
    && rm -rf /var/lib/apt/lists/*
COPY --from=build /source/target/release/testudo /usr/local/bin/testudo
RUN useradd --uid 1000 --create-home testudo && mkdir /project && chown testudo /project
USER testudo
WORKDIR /project
ENTRYPOINT ["testudo"]
CMD ["--help"]
