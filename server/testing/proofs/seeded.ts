/** A small generator whose whole sequence is determined by its seed; returns whole numbers from 0 up to `below`. */
export function seeded(seed: number): (below: number) => number {
  let state = seed >>> 0
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * below)
  }
}

/** How much is proved: little with `npm run prove -- short`, everything with `money`. */
export function figureOf(name: string, short: number): number {
  return Number(process.env[name] ?? short)
}

/** Printed with every proof; PROVE_SEED repeats a run. */
export const PROOF_SEED = Number(process.env['PROVE_SEED'] ?? 20_261_121)

/** Prints on one line what was proved. */
export function report(proof: string, figures: Record<string, unknown>): void {
  process.stdout.write(`${proof}: ${JSON.stringify({ seed: PROOF_SEED, ...figures })}\n`)
}
