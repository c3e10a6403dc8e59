import { createHash, type Hash } from 'node:crypto'
import fs from 'node:fs'
import { parentPort } from 'node:worker_threads'

import type { DigestAnswer, DigestOrder } from './file-digest.ts'

/* Hashes files in a thread of its own, each as far as it is written, and forces them to disk on the way. */

const BLOCK_BYTES = 1024 * 1024
const BLOCKS_AT_ONCE = 8

/** Forced to disk in such steps, so that at the end little is left to wait for. */
const SYNC_BYTES = 32 * 1024 * 1024

interface Task {
  hash: Hash
  hashedBytes: number
  syncedBytes: number
  /** Bytes that will not change any more. */
  writtenBytes: number
  isFinishing: boolean
}

const tasks = new Map<string, Task>()
const block = Buffer.allocUnsafe(BLOCK_BYTES)
let isWorking = false

parentPort?.on('message', ({ file, order, writtenBytes }: DigestOrder) => {
  if (order === 'forget') return void tasks.delete(file)
  const task = tasks.get(file) ?? newTask()
  tasks.set(file, task)
  task.writtenBytes = Math.max(task.writtenBytes, writtenBytes)
  task.isFinishing ||= order === 'finish'
  if (!isWorking) work()
})

function newTask(): Task {
  return { hash: createHash('sha256'), hashedBytes: 0, syncedBytes: 0, writtenBytes: 0, isFinishing: false }
}

/** One piece of one file, then whatever was ordered meanwhile. */
function work(): void {
  const next = [...tasks].find(([, task]) => task.isFinishing || task.hashedBytes < task.writtenBytes)
  isWorking = next !== undefined
  if (!next) return
  const [file, task] = next
  // Behind the others: files that are written at the same time go forward together.
  tasks.delete(file)
  const answer = goOn(file, task)
  if (answer === null) tasks.set(file, task)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  else if (task.isFinishing) parentPort?.postMessage(answer)
  setImmediate(work)
}

/** null while there is more to come; an error of a file that nobody asks for yet is met again when it is finished. */
function goOn(file: string, task: Task): DigestAnswer | null {
  try {
    const fd = fs.openSync(file, 'r')
    try {
      for (let count = 0; count < BLOCKS_AT_ONCE; count += 1) {
        const isAhead = task.hashedBytes < task.writtenBytes
        if (!isAhead && !task.isFinishing) break
        const wanted = task.isFinishing
          ? BLOCK_BYTES
          : Math.min(BLOCK_BYTES, task.writtenBytes - task.hashedBytes)
        const bytesRead = fs.readSync(fd, block, 0, wanted, task.hashedBytes)
        if (bytesRead === 0) return finish(file, fd, task)
        task.hash.update(block.subarray(0, bytesRead))
        task.hashedBytes += bytesRead
      }
      if (task.hashedBytes - task.syncedBytes >= SYNC_BYTES) {
        fs.fdatasyncSync(fd)
        task.syncedBytes = task.hashedBytes
      }
      return null
    } finally {
      fs.closeSync(fd)
    }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null
    return { file, failure: { message: String(error), code } }
  }
}

function finish(file: string, fd: number, task: Task): DigestAnswer | null {
  // It ends before what was said to be written: nothing is believed that was hashed before.
  if (fs.fstatSync(fd).size !== task.hashedBytes) {
    Object.assign(task, { ...newTask(), isFinishing: task.isFinishing })
    return null
  }
  if (!task.isFinishing) return null
  fs.fsyncSync(fd)
  return { file, kept: { sizeBytes: task.hashedBytes, sha256: task.hash.digest('hex') } }
}
