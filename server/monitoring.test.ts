import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import * as z from 'zod/mini'

import { hasPrograms } from './testing/optional-program.ts'
import { startTestApp, type TestApp } from './testing/test-app.ts'

/* The dashboard and the rules for alerts in deploy/monitoring, against what /metrics says. */

const FOLDER = path.join(import.meta.dirname, '../deploy/monitoring')

/** Prometheus makes it itself, for each node it asks. */
const NOT_OURS = new Set(['up'])

/** Figures of Node and the process that say nothing an operator would act on beyond those that are shown. */
const NOT_SHOWN = /^(?:nodejs_|process_)/

const rules = z.object({
  groups: z.array(
    z.object({
      name: z.string(),
      rules: z.array(
        z.strictObject({
          alert: z.string().check(z.regex(/^Cheers[A-Z]\w+$/)),
          expr: z.string(),
          for: z.string().check(z.regex(/^\d+[smhd]$/)),
          labels: z.strictObject({ severity: z.enum(['page', 'ticket']) }),
          annotations: z.strictObject({ summary: z.string(), description: z.string() }),
        }),
      ),
    }),
  ),
})

const dashboard = z.object({
  title: z.string(),
  uid: z.string(),
  panels: z.array(
    z.object({
      id: z.int(),
      type: z.enum(['row', 'stat', 'timeseries']),
      title: z.string(),
      gridPos: z.object({ x: z.int(), y: z.int(), w: z.int(), h: z.int() }),
      targets: z.optional(z.array(z.object({ refId: z.string(), expr: z.string() }))),
    }),
  ),
})

let app: TestApp
let exported: Map<string, string>

beforeAll(async () => {
  app = await startTestApp()
  await app.drain()
  const text = await (await fetch(`${app.baseUrl}/metrics`)).text()
  exported = new Map(
    [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, name = '', type = '']) => [name, type]),
  )
})
afterAll(() => app.close())

function readAlerts() {
  const { groups } = z.parse(rules, parse(fs.readFileSync(path.join(FOLDER, 'alerts.yml'), 'utf8')))
  return groups.flatMap((group) => group.rules)
}

function readDashboard() {
  return z.parse(dashboard, JSON.parse(fs.readFileSync(path.join(FOLDER, 'dashboard.json'), 'utf8')))
}

function shownExpressions(): string[] {
  return readDashboard().panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))
}

/** The names of metrics in an expression: words that are no function, no label and no word of the language. */
function metricsIn(expression: string): string[] {
  const bare = expression
    .replace(/"[^"]*"/g, '')
    .replace(/\{[^}]*\}/g, '')
    .replace(/\[[^\]]*\]/g, '')
    .replace(/\b(?:by|without|on|ignoring)\s*\([^)]*\)/g, '')
  return [...bare.matchAll(/[a-z_]\w*(?!\w|\s*\()/gi)]
    .map(([word]) => word)
    .filter((word) => !/^(?:and|or|unless|e\d+)$/.test(word))
}

/** A histogram gives three series, and a summary two. */
function isExported(name: string): boolean {
  const base = name.replace(/_(?:bucket|sum|count)$/, '')
  return (
    NOT_OURS.has(name) || exported.has(name) || ['histogram', 'summary'].includes(exported.get(base) ?? '')
  )
}

describe('what is watched', () => {
  test('is named as /metrics names it', () => {
    const named = [...readAlerts().map(({ expr }) => expr), ...shownExpressions()].flatMap(metricsIn)
    expect(new Set(named).size).toBeGreaterThan(15)
    expect([...new Set(named)].filter((name) => !isExported(name))).toEqual([])
  })

  test('is all that the product itself counts', () => {
    const shown = new Set(
      shownExpressions()
        .flatMap(metricsIn)
        .map((name) => name.replace(/_(?:bucket|sum|count)$/, '')),
    )
    const own = [...exported.keys()].filter((name) => !NOT_SHOWN.test(name))
    expect(own.length).toBeGreaterThan(8)
    expect(own.filter((name) => !shown.has(name))).toEqual([])
  })

  test('asks for labels that the figures have', () => {
    const text = [...readAlerts().map(({ expr }) => expr), ...shownExpressions()].join('\n')
    const asked = [...text.matchAll(/(\w+)(?:=~|!~|!=|=)"/g)].map(([, label]) => label)
    const grouped = [...text.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, labels = '']) => labels.split(/,\s*/))
    const known = new Set([
      'job',
      'instance',
      'le',
      'method',
      'route',
      'status',
      'name',
      'outcome',
      'state',
      'reason',
      'currency',
      'day',
    ])
    expect([...asked, ...grouped].filter((label = '') => !known.has(label))).toEqual([])
  })

  test('lies on the dashboard without overlaps', () => {
    const { panels } = readDashboard()
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
    const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, cell) => `${x + (cell % w)}:${y + Math.floor(cell / w)}`),
    )
    expect(new Set(cells).size).toBe(cells.length)
  })

  test('has one alert of each name', () => {
    const names = readAlerts().map(({ alert }) => alert)
    expect(new Set(names).size).toBe(names.length)
  })

  test.runIf(hasPrograms('promtool'))('is understood by Prometheus', () => {
    const check = (...words: string[]) =>
      spawnSync('promtool', ['check', ...words], { cwd: FOLDER, encoding: 'utf8' })
    const [alerts, config] = [
      check('rules', 'alerts.yml'),
      check('config', '--syntax-only', 'prometheus.yml'),
    ]
    expect([alerts.status, alerts.stdout + alerts.stderr]).toEqual([
      0,
      expect.stringMatching(/\d+ rules found/),
    ])
    expect([config.status, config.stdout + config.stderr]).toEqual([0, expect.stringContaining('valid')])
  })
})
