import type { RunningServer } from '#server/main.ts'

export async function seedDemo(_: RunningServer): Promise<string[]> {
  return []
}
