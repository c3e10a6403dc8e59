import { randomBytes } from 'node:crypto'
import { mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'

import { type MailMessage, parseMail } from './message.ts'

const maxMails = 500
/** <time>-<id>.eml; the id begins with the order of arrival, because a development clock may be set back. */
const filePattern = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z-(\d{8}[0-9a-f]{8})\.eml$/

interface MailFile {
  id: string
  name: string
  receivedAt: Date
}

export interface MailStore {
  /** Resolves once the mail is in the folder under its final name. */
  add: (source: Buffer, receivedAt: Date) => Promise<void>
  /** Newest first. */
  list: () => Promise<MailMessage[]>
  find: (id: string) => Promise<MailMessage | null>
  clear: () => Promise<void>
}

/** Keeps mails as files in a folder, at most 500; mails already there are kept. */
export async function openMailStore(directory: string): Promise<MailStore> {
  const parsed = new Map<string, MailMessage>()
  const [newest] = await listFiles()
  let arrivals = newest === undefined ? 0 : Number(newest.id.slice(0, 8))

  async function listFiles(): Promise<MailFile[]> {
    // People delete their data folder while the product runs; that only empties the mailbox.
    await mkdir(directory, { recursive: true })
    const names = await readdir(directory)
    const files = names.flatMap((name) => readFileName(name) ?? [])
    return files.sort((a, b) => (a.id < b.id ? 1 : -1))
  }

  async function readMail(file: MailFile): Promise<MailMessage | null> {
    const known = parsed.get(file.id)
    if (known !== undefined) return known
    // Another request may have emptied the folder since it was listed.
    const source = await readFile(path.join(directory, file.name)).catch(() => null)
    if (source === null) return null
    const message = await parseMail(file.id, file.receivedAt, source)
    parsed.set(file.id, message)
    return message
  }

  async function remove(files: MailFile[]): Promise<void> {
    for (const { id, name } of files) {
      parsed.delete(id)
      await rm(path.join(directory, name), { force: true })
    }
  }

  return {
    add: async (source, receivedAt) => {
      arrivals += 1
      const id = `${String(arrivals).padStart(8, '0')}${randomBytes(4).toString('hex')}`
      const name = `${receivedAt.toISOString().replace(/[-:.]/g, '')}-${id}.eml`
      const draft = path.join(directory, `${id}.part`)
      await mkdir(directory, { recursive: true })
      await writeFile(draft, source)
      await rename(draft, path.join(directory, name))
      await remove((await listFiles()).slice(maxMails))
    },
    list: async () => {
      const messages: MailMessage[] = []
      for (const file of await listFiles()) {
        const message = await readMail(file)
        if (message !== null) messages.push(message)
      }
      return messages
    },
    find: async (id) => {
      const file = (await listFiles()).find((each) => each.id === id)
      return file === undefined ? null : await readMail(file)
    },
    clear: async () => {
      await remove(await listFiles())
    },
  }
}

function readFileName(name: string): MailFile | null {
  const match = filePattern.exec(name)
  if (match === null) return null
  const [, year, month, day, hours, minutes, seconds, milliseconds, id] = match
  const receivedAt = new Date(`${year}-${month}-${day}T${hours}:${minutes}:${seconds}.${milliseconds}Z`)
  return id === undefined || Number.isNaN(receivedAt.getTime()) ? null : { id, name, receivedAt }
}
