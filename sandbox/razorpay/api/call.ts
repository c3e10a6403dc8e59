import type { Context } from '../core/context.ts'
import type { Wire } from '../core/entities.ts'
import { badRequest, unknownId } from '../core/errors.ts'
import { isIdOf } from '../core/ids.ts'
import type { Fields } from '../http/fields.ts'

/** One authenticated API call; ids are in the order of the path. */
export interface Call {
  context: Context
  ids: string[]
  body: Fields
  query: Fields
  headers: Record<string, string | string[] | undefined>
}

export interface ApiRoute {
  method: string
  /** Path below /v1, e.g. subscriptions/:id/cancel. */
  path: string
  answer: (call: Call) => Wire
}

/** The entity whose id is in the path; malformed and unknown ids get different error texts. */
export function getEntity<Entity>(records: Record<string, Entity>, prefix: string, id: string): Entity {
  if (!isIdOf(prefix, id)) throw badRequest(`${id} is not a valid id`)
  const entity = Object.hasOwn(records, id) ? records[id] : undefined
  if (entity === undefined) throw unknownId()
  return entity
}

/** The n-th id of the path. */
export function idAt(call: Call, index: number): string {
  return call.ids[index] ?? ''
}
