import { SerializerSelector } from '@fastify/fast-json-stringify-compiler'
import { toJSONSchema } from 'zod/v4/core'

import type { Route } from '#contract/http/route.ts'

/*
 * A process may open one app after another, as tests do. Describing and compiling the shapes of all answers takes most
 * of that, so each is done once.
 */
const schemas = new WeakMap<Route, object>()
const serializers = new WeakMap<object, ReturnType<ReturnType<typeof buildSerializer>>>()

/**
 * The shape an answer is written in: only the fields it names. Where there is a choice of objects the serialiser first
 * checks which one fits, and an object that may have no further fields wouldn't fit a row that has some, so that
 * restriction is dropped. Something or null is no such choice, and is written without a check.
 */
export function answerSchema(route: Route): object {
  const known = schemas.get(route)
  if (known) return known
  const schema = toJSONSchema(route.output, {
    io: 'output',
    target: 'draft-7',
    override: ({ jsonSchema }) => {
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
      const [something, none, ...others] = jsonSchema.anyOf ?? []
      if (!something || something.anyOf || none?.type !== 'null' || others.length > 0) return
      delete jsonSchema.anyOf
      Object.assign(jsonSchema, something, { nullable: true })
    },
  })
  schemas.set(route, schema)
  return schema
}

const buildSerializer = SerializerSelector()

/** For Fastify: compiles what writes an answer of a schema, once. */
export const rememberSerializers: typeof buildSerializer = (externalSchemas, options) => {
  const compile = buildSerializer(externalSchemas, options)
  return (part) => {
    const { schema } = part
    if (typeof schema !== 'object' || schema === null) return compile(part)
    const known = serializers.get(schema)
    if (known) return known
    const serializer = compile(part)
    serializers.set(schema, serializer)
    return serializer
  }
}
