/** Links to takeouts, previews and private feeds, and in mails: everything after the verb is the secret. */
const SECRET_LINK =
  /\/(verify|activate-account|reset-password|unsubscribe|takeout|preview|feeds|confirm-follow)\/[^\s"')]+/gi

/** The same in mails about the safety of an account. */
const SAFETY_LINK = /\/(not-me|confirm-email|undo-email|keep-factors)\/[^\s"')]+/gi

/** The grant in an address of members' media; the part after it isn't secret. */
const MEDIA_GRANT = /\/media\/s\/[^/?#\s]+/gi

/** 256 random bits take 43 characters; identifiers, handles and file names have fewer than 40 in a row. */
const SECRET_MIN_LENGTH = 40

/** An address as logs may hold it: without secrets, and without query and fragment, which may carry anything. */
export function loggedUrl(url: string): string {
  const [pathname = ''] = url.split(/[?#]/, 1)
  const rest = url.slice(pathname.length, pathname.length + 1)
  return withoutSecrets(`${decoded(pathname).replace(/\s/g, '_')}${rest === '' ? '' : `${rest}…`}`)
}

/** A text that may quote addresses, such as an error's. */
export function loggedText(text: string): string {
  return withoutSecrets(text.replace(/[^\s"']+/g, withoutQuery))
}

function withoutQuery(word: string): string {
  const queryAt = word.search(/[?#]/)
  const address = word.slice(0, queryAt)
  if (queryAt === -1 || !/https?:\/\/|^\/|\(\//.test(address)) return word
  const closedAt = word.indexOf(')', queryAt)
  return `${address}?…${closedAt === -1 ? '' : word.slice(closedAt)}`
}

function withoutSecrets(text: string): string {
  return text
    .replace(SECRET_LINK, '/$1/…')
    .replace(SAFETY_LINK, '/$1/…')
    .replace(MEDIA_GRANT, '/media/s/…')
    .replace(/[\w-]+/g, (run) => (run.length < SECRET_MIN_LENGTH ? run : '…'))
}

/** An encoded secret would slip past us, yet anyone reading the log could decode it. */
function decoded(pathname: string): string {
  try {
    return decodeURIComponent(pathname)
  } catch {
    return pathname
  }
}
