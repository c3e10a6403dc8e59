/** A body as it arrives: JSON knows none of our types, so a test can send what our own client never would. */
export function asSent(body: unknown): ReturnType<typeof JSON.parse> {
  return JSON.parse(JSON.stringify(body))
}
