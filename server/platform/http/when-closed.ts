import type { ServerResponse } from 'node:http'

/** Calls back when the response is over or its client has gone: at once if that was while something was awaited. */
export function whenClosed(response: ServerResponse, then: () => void): void {
  if (response.destroyed) then()
  else response.once('close', then)
}
