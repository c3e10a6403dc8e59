import { type FailureSpec, platformFailures, type Route } from '#contract/http/route.ts'
import { toJSONSchema } from 'zod/v4/core'

/** The contract as an OpenAPI 3.1 document. */
export function openApiDocument(routes: readonly Route[], publicUrl: string): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const route of routes) {
    const path = `/api${route.path.replace(/:(\w+)/g, '{$1}')}`
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(route) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Cheers', version: '1', description: 'Every call of the Cheers web app.' },
    servers: [{ url: publicUrl }],
    paths,
    components: {
      schemas: {
        Failure: {
          type: 'object',
          required: ['message', 'msg', 'code'],
          properties: {
            message: { type: 'string' },
            msg: { type: 'string', description: 'Repeats message.' },
            code: { type: 'string' },
            field: { type: 'string' },
          },
        },
      },
      securitySchemes: {
        session: { type: 'http', scheme: 'bearer', description: 'Together with the session cookie.' },
      },
    },
  }
}

function operation(route: Route): Record<string, unknown> {
  const input = toJSONSchema(route.input, { io: 'input', unrepresentable: 'any' })
  const properties = input.properties ?? {}
  const required = new Set(input.required ?? [])
  const inPath = [...route.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  const rest = Object.keys(properties).filter((name) => !inPath.includes(name))
  const hasBody = route.method === 'POST' || route.method === 'PUT'
  const parameter = (name: string, where: 'path' | 'query') => ({
    name,
    in: where,
    required: where === 'path' || required.has(name),
    schema: properties[name] ?? { type: 'string' },
  })
  const body = {
    schema: {
      type: 'object',
      properties: Object.fromEntries(rest.map((name) => [name, properties[name]])),
      required: rest.filter((name) => required.has(name)),
    },
  }
  return {
    summary: route.summary,
    'x-caller': route.caller,
    ...(route.caller === 'anyone' || route.caller === 'provider' ? {} : { security: [{ session: [] }] }),
    parameters: [
      ...inPath.map((name) => parameter(name, 'path')),
      ...(hasBody ? [] : rest.map((name) => parameter(name, 'query'))),
    ],
    ...(hasBody
      ? {
          requestBody: {
            content: {
              'application/json': body,
              ...(route.accepts === 'multipart' ? { 'multipart/form-data': body } : {}),
            },
          },
        }
      : {}),
    responses: {
      200: {
        description: 'Success',
        content: {
          'application/json': {
            schema: toJSONSchema(route.output, { io: 'output', unrepresentable: 'any' }),
          },
        },
      },
      ...failureResponses(route),
    },
  }
}

function failureResponses(route: Route): Record<string, unknown> {
  const shared: FailureSpec[] = [platformFailures.invalid_input]
  if (route.caller !== 'anyone' && route.caller !== 'provider') shared.push(platformFailures.signed_out)
  const responses: Record<string, unknown> = {}
  for (const status of new Set([...route.failures, ...shared].map((failure) => failure.status))) {
    const codes = [...route.failures, ...shared].filter((failure) => failure.status === status)
    responses[status] = {
      description: codes.map(({ code, message }) => `\`${code}\`: ${message}`).join(' · '),
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
    }
  }
  return responses
}
