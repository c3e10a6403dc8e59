import { withoutTrailingSlashes } from '#contract/trailing-slashes.ts'

/* How the texts of settings are read; undefined: this isn't one. */

export function replacedSecret(text: string): { secret: string; replacedAt: Date } | undefined {
  const [, secret, moment] = /^(\S+) (\S+)$/.exec(text) ?? []
  const replacedAt = new Date(moment ?? '')
  return secret === undefined || Number.isNaN(replacedAt.getTime()) ? undefined : { secret, replacedAt }
}

export function oneOf<T extends string>(accepted: readonly T[]): (text: string) => T | undefined {
  return (text) => accepted.find((value) => value === text)
}

export function gigabytes(text: string): number | undefined {
  const value = /^\d{1,7}$/.test(text) ? Number(text) : 0
  return value >= 1 && value <= 1_000_000 ? value : undefined
}

export function portNumber(text: string): number | undefined {
  const value = /^\d{1,5}$/.test(text) ? Number(text) : 0
  return value >= 1 && value <= 65_535 ? value : undefined
}

function parsedUrl(text: string, schemes: readonly string[]): URL | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined
  return url && schemes.includes(url.protocol.slice(0, -1)) && url.hostname !== '' ? url : undefined
}

export function ofScheme(...schemes: string[]): (text: string) => string | undefined {
  return (text) => (parsedUrl(text, schemes) ? text : undefined)
}

export function httpAddress(text: string): string | undefined {
  return parsedUrl(text, ['http', 'https']) ? withoutTrailingSlashes(text) : undefined
}

export function origin(text: string): string | undefined {
  const url = parsedUrl(text, ['http', 'https'])
  return url && url.pathname === '/' && url.search === '' && url.hash === '' && url.username === ''
    ? url.origin
    : undefined
}

export function mailAddress(text: string): string | undefined {
  return /^(?:[^\r\n<>]*<[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+)$/.test(text) ? text : undefined
}

export function allowList(text: string): string[] | undefined {
  const names = text.split(',').map((name) => name.trim())
  return names.every((name) => name === 'database' || name === 'storage') ? names : undefined
}

/** In paise. */
export function rupeesPerDollar(text: string): number | undefined {
  return /^\d{2,3}(?:\.\d{1,2})?$/.test(text) ? Math.round(Number(text) * 100) : undefined
}
