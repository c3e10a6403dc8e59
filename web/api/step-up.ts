let ask: (() => Promise<boolean>) | null = null

/** Says how users are asked to prove that it is them; the answer is whether they did. */
export function onStepUp(asks: () => Promise<boolean>): void {
  ask = asks
}

export async function proveAnew(): Promise<boolean> {
  return (await ask?.()) ?? false
}
