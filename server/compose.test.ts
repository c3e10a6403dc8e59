import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { DCLinter } from 'dclint'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import * as z from 'zod/mini'

import { readConfig } from './platform/config.ts'
import { isKnownSetting } from './platform/known-settings.ts'

/* deploy/compose.yaml with its .env.example and the image of Cheers, against our settings, the files that are there, and the schema. */

const ROOT = path.join(import.meta.dirname, '..')
const FOLDER = path.join(ROOT, 'deploy')
const read = (name: string) => fs.readFileSync(path.join(FOLDER, name), 'utf8')

const COMPOSE = read('compose.yaml')
const EXAMPLE = read('.env.example')
const CONTAINERFILE = read('container/Containerfile')
const CADDY = read('caddy/Caddyfile') + read('caddy/store.caddy')

/** What the images of others read, and the files that we mount into them. */
const OF_OTHERS: Record<string, readonly string[]> = {
  caddy: [...CADDY.matchAll(/\{\$(\w+)/g)].map(([, name = '']) => name),
  database: ['POSTGRES_DB', 'POSTGRES_USER', 'POSTGRES_PASSWORD', 'SERVER_PASSWORD'],
  store: [
    'GARAGE_DEFAULT_ACCESS_KEY',
    'GARAGE_DEFAULT_BUCKET',
    'GARAGE_DEFAULT_SECRET_KEY',
    'GARAGE_RPC_SECRET',
  ],
}
/** Read by Node itself. */
const OF_NODE = 'NODE_COMPILE_CACHE'

/** What the images read and keep, where their documentation says. */
const PLACES_IN_IMAGES: Record<string, readonly string[]> = {
  caddy: ['/etc/caddy/Caddyfile', '/etc/caddy/sites/store.caddy', '/data', '/config'],
  cheers: ['/data'],
  migrations: ['/data'],
  database: ['/var/lib/postgresql', '/docker-entrypoint-initdb.d/server-role.sql'],
  store: ['/etc/garage.toml', '/var/lib/garage'],
}

const composeFile = z.object({
  services: z.record(
    z.string(),
    z.object({
      image: z.optional(z.string()),
      build: z.optional(z.object({ context: z.string(), dockerfile: z.string() })),
      command: z.optional(z.array(z.string())),
      environment: z.record(z.string(), z.nullable(z.string())),
      volumes: z.array(z.string()),
      depends_on: z.optional(z.record(z.string(), z.object({ condition: z.string() }))),
      healthcheck: z.optional(z.object({ test: z.optional(z.array(z.string())) })),
      ports: z.optional(z.array(z.string())),
    }),
  ),
  volumes: z.record(z.string(), z.null()),
})

const parseCompose = (text: string) => composeFile.parse(parse(text, { merge: true }))
const { services, volumes } = parseCompose(COMPOSE)

/** The names of `${NAME}` and of settings without a value, which are looked up in .env. */
function namesOfEnvFile(text: string): string[] {
  const named = [...text.matchAll(/\$\{(\w+)/g)].map(([, name = '']) => name)
  const passed = Object.values(parseCompose(text).services).flatMap(({ environment }) =>
    Object.keys(environment).filter((name) => environment[name] === null),
  )
  return [...new Set([...named, ...passed])].toSorted()
}

/** What an image sets. */
function environmentOf(containerfile: string): Record<string, string> {
  const words = [...containerfile.matchAll(/^ENV (.*)$/gm)].flatMap(([, line = '']) => line.split(' '))
  return Object.fromEntries(words.map((word) => word.split('=') as [string, string]))
}

/** Variables that nothing reads: in the services of a compose file, and in the image of Cheers. */
function unknownVariables(compose: string, containerfile: string): string[] {
  const ofServices = Object.entries(parseCompose(compose).services).flatMap(([service, { environment }]) =>
    Object.keys(environment).filter((name) => !(OF_OTHERS[service]?.includes(name) ?? isKnownSetting(name))),
  )
  const ofImage = Object.keys(environmentOf(containerfile)).filter(
    (name) => !isKnownSetting(name) && name !== OF_NODE,
  )
  return [...ofServices, ...ofImage]
}

/** What the linter answers; its own types can't be read by Node's rules for modules. */
const lintResults = z.array(
  z.object({ messages: z.array(z.object({ rule: z.string(), message: z.string() })) }),
)

/** What the specification's JSON schema says against a compose file. */
function schemaProblems(text: string): string[] {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'cheers-compose-'))
  fs.writeFileSync(path.join(folder, 'compose.yaml'), text)
  // Of its own opinions, such as the order of keys, we want none.
  const linter = new DCLinter({ rules: {}, quiet: true, debug: false, exclude: [] })
  const results = lintResults.parse(linter.lintFiles([folder], false))
  fs.rmSync(folder, { recursive: true })
  const messages = results.flatMap((result) => result.messages)
  return messages.filter(({ rule }) => rule.startsWith('invalid-')).map(({ message }) => message)
}

const EXAMPLE_NAMES = [...EXAMPLE.matchAll(/^#?([A-Z_]+)=/gm)].map(([, name = '']) => name)

describe('variables', () => {
  test('are read by something', () => {
    expect(unknownVariables(COMPOSE, CONTAINERFILE)).toEqual([])
  })

  test('that nothing reads are noticed, wherever they stand', () => {
    const inService = COMPOSE.replace('  RECEIPT_YEAR:', '  RECIEPT_YEAR:')
    const inDatabase = COMPOSE.replace('POSTGRES_DB:', 'POSTGRES_DATABASE:')
    const inCaddy = COMPOSE.replace('NODES:', 'NODE:')
    const inImage = CONTAINERFILE.replace('ENV ', 'ENV DATA_FOLDER=/data ')
    expect(new Set(unknownVariables(inService, CONTAINERFILE))).toEqual(new Set(['RECIEPT_YEAR']))
    expect(unknownVariables(inDatabase, CONTAINERFILE)).toEqual(['POSTGRES_DATABASE'])
    expect(unknownVariables(inCaddy, CONTAINERFILE)).toEqual(['NODE'])
    expect(unknownVariables(COMPOSE, inImage)).toEqual(['DATA_FOLDER'])
  })

  test('of .env.example are those that compose.yaml asks for, each explained in a line', () => {
    expect(EXAMPLE_NAMES.toSorted()).toEqual(namesOfEnvFile(COMPOSE))
    const lines = EXAMPLE.split('\n')
    const unexplained = lines.filter(
      (line, index) => /^#?[A-Z_]+=/.test(line) && !/^# \S/.test(lines[index - 1] ?? ''),
    )
    expect(unexplained).toEqual([])
  })

  test('have no value that would work, and without one nothing starts', () => {
    expect(EXAMPLE.split('\n').filter((line) => /^#?[A-Z_]+=./.test(line))).toEqual([])
    const asked = [...COMPOSE.matchAll(/\$\{\w+([^}]*)\}/g)].map(([, rest]) => rest)
    expect(new Set(asked)).toEqual(new Set([':?']))
  })

  test.each(['cheers', 'migrations'])('of %s are a configuration that production starts with', (service) => {
    const filled: Record<string, string> = {
      CHEERS_HOST: 'cheers.example',
      STORE_HOST: 'files.cheers.example',
      SMTP_URL: 'smtps://cheers:secret@mail.example',
      MAIL_FROM: 'Cheers <hello@cheers.example>',
      OPERATOR_EMAIL: 'hello@cheers.example',
    }
    const fill = (text: string) =>
      text.replaceAll(/\$\{(\w+):\?\}/g, (_, name: string) => filled[name] ?? 'ab'.repeat(32))
    const given = Object.entries(services[service]?.environment ?? {}).flatMap(([name, value]) =>
      value === null ? [] : [[name, fill(value)]],
    )
    const config = readConfig({ ...environmentOf(CONTAINERFILE), ...Object.fromEntries(given) })
    expect(config).toMatchObject({
      isProduction: true,
      host: '0.0.0.0',
      publicUrl: 'https://cheers.example',
      trustProxy: ['uniquelocal'],
    })
    expect(new URL(config.storageUrl).host).toBe('files.cheers.example')
    expect(new URL(config.databaseUrl).username).toBe(service === 'cheers' ? 'cheers_server' : 'cheers')
  })
})

describe('paths', () => {
  test.each(Object.keys(services))('of %s are in the repository and in its image', (service) => {
    for (const mount of services[service]?.volumes ?? []) {
      const [source = '', target = ''] = mount.split(':')
      if (source.startsWith('.')) expect(fs.existsSync(path.join(FOLDER, source)), source).toBe(true)
      else expect(Object.keys(volumes)).toContain(source)
      expect(PLACES_IN_IMAGES[service]).toContain(target)
    }
  })

  test('that Cheers is built from and runs are there', () => {
    const { build } = services['cheers'] ?? {}
    expect(path.join(FOLDER, build?.context ?? '')).toBe(ROOT)
    expect(fs.existsSync(path.join(ROOT, build?.dockerfile ?? ''))).toBe(true)
    const commands = [CONTAINERFILE, ...(services['migrations']?.command ?? [])].join('\n')
    const named = commands.match(/\b(?:node_modules\/\.bin|scripts)\/[\w.-]+/g) ?? []
    expect(named).toContain('scripts/migrate.ts')
    const copied = [...CONTAINERFILE.matchAll(/^COPY ((?!--from).*) \S+$/gm)].flatMap(([, from = '']) =>
      from.split(' '),
    )
    expect(copied).toContain('package-lock.json')
    for (const name of [...named, ...copied]) expect(fs.existsSync(path.join(ROOT, name)), name).toBe(true)
  })
})

describe('services', () => {
  test('wait for what they need until it is well', () => {
    for (const { depends_on: needs = {} } of Object.values(services))
      for (const [name, { condition }] of Object.entries(needs)) {
        expect(condition).toBe(name === 'migrations' ? 'service_completed_successfully' : 'service_healthy')
        if (name !== 'migrations') expect(services[name]?.healthcheck?.test?.[0]).toBe('CMD')
      }
    expect(CONTAINERFILE).toMatch(/^HEALTHCHECK [^]*\/readyz/m)
  })

  test('are reached through Caddy alone', () => {
    const open = Object.keys(services).filter((name) => services[name]?.ports !== undefined)
    expect(open).toEqual(['caddy'])
  })

  test('are what the Compose specification allows, and nothing else passes', () => {
    expect(schemaProblems(COMPOSE)).toEqual([])
    expect(schemaProblems(COMPOSE.replace('pids_limit:', 'pid_limit:'))).not.toEqual([])
  })
})

describe('the image of Cheers', () => {
  test('starts a node, and not as root', () => {
    const [, words = '[]'] = /^CMD (\[.*\])$/m.exec(CONTAINERFILE) ?? []
    expect(JSON.parse(words)).toEqual(['node_modules/.bin/node', 'scripts/start.ts'])
    const lastStage = CONTAINERFILE.slice(CONTAINERFILE.lastIndexOf('\nFROM '))
    expect(lastStage).toMatch(/^USER 10001$/m)
  })
})
