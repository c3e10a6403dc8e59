import { fork } from 'node:child_process'
import { once } from 'node:events'
import os from 'node:os'
import path from 'node:path'

import type { Verdict } from './side-by-side.ts'

/*
 * Every bench, one after another, with one table at the end: `npm run bench`; `npm run bench -- scale` runs that one alone. Fails
 * when a floor is missed or a bench breaks. What couldn't be measured here is listed, and counts neither way.
 */

const BENCHES = ['creator-page', 'signed-in', 'webhooks', 'uploads', 'streaming', 'realtime']

/** Takes minutes to fill its databases, and runs when it is named. */
const ON_REQUEST = 'scale'

const began = performance.now()
const [wanted, ...options] = process.argv.slice(2)
if (wanted !== undefined && ![...BENCHES, ON_REQUEST].includes(wanted))
  throw new RangeError(`There is no bench ${wanted}: ${[...BENCHES, ON_REQUEST].join(', ')}`)
const verdicts: Verdict[] = []
for (const name of wanted === undefined ? BENCHES : [wanted]) {
  console.log(`\n${name}`)
  verdicts.push(...(await runBench(name)))
}
printTable(verdicts)
if (verdicts.some((verdict) => 'isMet' in verdict && !verdict.isMet)) process.exitCode = 1

async function runBench(name: string): Promise<Verdict[]> {
  const told: Verdict[] = []
  const child = fork(path.join(import.meta.dirname, `${name}.ts`), options)
  child.on('message', (verdict: Verdict) => told.push(verdict))
  const [code] = (await once(child, 'close')) as [number | null]
  const hasBroken = code !== 0 && !told.some((verdict) => 'isMet' in verdict && !verdict.isMet)
  if (hasBroken || told.length === 0) told.push({ name, measured: 'failed', floor: 'to pass', isMet: false })
  return told
}

function printTable(rows: readonly Verdict[]): void {
  const lines = rows.map((row) =>
    'notRun' in row
      ? [row.name, '', '', `not run: ${row.notRun}`]
      : [row.name, row.measured, row.floor, row.isMet ? 'met' : 'MISSED'],
  )
  const table = [['', 'measured', 'floor', 'verdict'], ...lines]
  const width = (column: number) => Math.max(...table.map((line) => line[column]?.length ?? 0))
  const widths = [width(0), width(1), width(2), 0]
  console.log(`\nLoad of the machine: ${os.loadavg()[0]?.toFixed(1)}, ${os.availableParallelism()} cores`)
  for (const line of table)
    console.log(
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
  const judged = rows.filter((row) => 'isMet' in row)
  const met = judged.filter((row) => row.isMet).length
  const notRun = rows.length - judged.length
  const minutes = ((performance.now() - began) / 60_000).toFixed(1)
  console.log(
    `\n${met} of ${judged.length} floors met${notRun > 0 ? `, ${notRun} not run` : ''}, in ${minutes} minutes`,
  )
}
