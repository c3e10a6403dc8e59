/** How users are asked to prove that it is them, and answer whether they did; null until a layout says so. */
export const stepUp: { ask: (() => Promise<boolean>) | null } = { ask: null }
