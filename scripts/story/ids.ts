/** The id under a name that the story has used before. */
export function idOf(ids: ReadonlyMap<string, string>, key: string): string {
  const id = ids.get(key)
  if (id === undefined) throw new Error(`The story knows no ${key}`)
  return id
}
