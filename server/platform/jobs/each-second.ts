import type { Db } from '../db/query.ts'
import type { Log } from '../log.ts'

/** Work that every node does each second; it settles among the nodes who does it. */
export interface EachSecond {
  name: string
  /** One statement, which needs no transaction around it. Answers whether more of it waits. */
  work: (db: Db) => Promise<boolean>
}

const EVERY_MS = 1000

/** Does all of it until nothing waits any more. */
export async function doEachSecond(
  { database }: { database: { db: Db } },
  works: readonly EachSecond[],
  isStopped = () => false,
): Promise<void> {
  for (const { work } of works) while (!isStopped() && (await work(database.db)));
}

/** Does it each second until stopped; a turn that fails is logged, and the next one does what it left. */
export function startEachSecond(
  platform: { database: { db: Db }; log: Log },
  works: readonly EachSecond[],
): { stop(): Promise<void> } {
  let isStopped = false
  let turn: Promise<void> = Promise.resolve()
  let isUnderWay = false

  async function takeTurn(): Promise<void> {
    isUnderWay = true
    for (const each of works)
      await doEachSecond(platform, [each], () => isStopped).catch((error: unknown) =>
        platform.log.warn({ err: error }, `${each.name} failed and is tried again`),
      )
    isUnderWay = false
  }

  const timer = setInterval(() => {
    if (!isUnderWay) turn = takeTurn()
  }, EVERY_MS)
  timer.unref()
  return {
    async stop() {
      isStopped = true
      clearInterval(timer)
      await turn
    },
  }
}
