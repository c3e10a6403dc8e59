/* Ending a session waits for its picture: what was filmed last still reaches the viewers. */

let finish: (() => Promise<void>) | null = null

/** While something is on the air from this page. */
export function setFinish(given: (() => Promise<void>) | null): void {
  finish = given
}

export async function finishBroadcast(): Promise<void> {
  await finish?.()
}
