import { ALIVE_EVERY_MS, type Order, type Report, type TaskFunction, type Word } from './task.ts'

/* A process of a pool: does one task after another and answers. It ends with its parent. */

function tell(word: Word): void {
  process.send?.(word)
}

async function work({ module, name, input }: Order): Promise<void> {
  const alive = setInterval(() => tell({ kind: 'alive' }), ALIVE_EVERY_MS)
  try {
    const tasks = (await import(module)) as Record<string, TaskFunction<unknown, unknown>>
    const task = tasks[name]
    if (!task) throw new Error(`${module} has no task ${name}`)
    const report: Report = (said) => tell({ kind: 'said', said })
    tell({ kind: 'done', output: await task(input, report) })
  } catch (error) {
    const { name: errorName, message } = error instanceof Error ? error : new Error(String(error))
    const code = error instanceof Error && 'code' in error ? String(error.code) : null
    tell({ kind: 'failed', errorName, message, code })
  } finally {
    clearInterval(alive)
  }
}

process.on('message', (order) => void work(order as Order))
process.once('disconnect', () => process.exit(0))
