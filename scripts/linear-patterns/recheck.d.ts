/** The part of it that we use. */
declare module 'recheck' {
  export function checkSync(
    source: string,
    flags: string,
    options: { checker: 'automaton'; timeout: number },
  ):
    | { status: 'safe' }
    | { status: 'vulnerable'; complexity: { summary: string } }
    | { status: 'unknown'; error: { kind: string } }
}
