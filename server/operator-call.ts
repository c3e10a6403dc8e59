import type { InputOf, OutputOf, Route } from '#contract/http/route.ts'

import { implementations } from './app.ts'
import { invoke } from './platform/http/invoke.ts'
import type { OperatorCommand } from './platform/http/principal.ts'
import { newId } from './platform/ids.ts'
import type { Platform } from './platform/platform.ts'

/** Makes a staff call in the name of whoever runs a command beside the database, as it would be made over HTTP. */
export async function callAsOperator<R extends Route>(
  platform: Pick<Platform, 'config' | 'database' | 'limits'>,
  route: R,
  input: InputOf<R>,
  { principal, now }: { principal: OperatorCommand; now: Date },
): Promise<OutputOf<R>> {
  const implementation = implementations.find((one) => one.route === (route as Route))
  if (!implementation) throw new Error(`${route.method} ${route.path} has no handler`)
  const output = await invoke(implementation, platform, { principal, input, now, requestId: newId(now) })
  return output as OutputOf<R>
}
