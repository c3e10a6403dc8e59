import type { Draft, DraftFields } from './draft-fields.ts'
import { fieldsOf, isSame } from './draft-fields.ts'

export type SaveState = 'saved' | 'unsaved' | 'saving' | 'offline' | 'conflict' | 'refused'

export interface SaverStatus {
  state: SaveState
  /** Why it was refused. */
  message: string | null
  /** What was saved elsewhere, while it has to be decided about. */
  theirs: Draft | null
}

/** A save that didn't succeed; `offline`: no answer came. */
export interface SaveProblem {
  code: string
  message: string
}

export interface DraftSaverOptions {
  draft: Draft
  fields: DraftFields
  send: (fields: DraftFields, revision: number) => Promise<Draft>
  load: () => Promise<Draft>
  problemOf: (error: unknown) => SaveProblem
  /** Keeps a copy in this browser; null: the server has it all. */
  keep: (copy: { revision: number; fields: DraftFields } | null) => void
  onStatus: (status: SaverStatus) => void
  saveAfterMs?: number
  tryAgainAfterMs?: number
}

/**
 * Saves a draft a while after its last change, one request at a time. A save that gets no answer is repeated; one that
 * meets another's changes waits for a decision, and nothing is sent until then.
 */
export function createDraftSaver(options: DraftSaverOptions) {
  const { send, load, keep, onStatus, problemOf, saveAfterMs = 3000, tryAgainAfterMs = 5000 } = options
  let { fields } = options
  let { revision } = options.draft
  let isDirty = !isSame(fields, fieldsOf(options.draft))
  let status: SaverStatus = { state: isDirty ? 'unsaved' : 'saved', message: null, theirs: null }
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: Promise<boolean> | null = null

  function tell(state: SaveState, rest: Partial<SaverStatus> = {}): void {
    status = { state, message: null, theirs: null, ...rest }
    onStatus(status)
  }
  function saveIn(delayMs: number): void {
    clearTimeout(timer)
    timer = setTimeout(() => void save(), delayMs)
  }

  async function attempt(): Promise<boolean> {
    const sent = fields
    isDirty = false
    tell('saving')
    try {
      took(await send(sent, revision))
      return true
    } catch (error) {
      isDirty = true
      return await failed(problemOf(error), sent)
    }
  }
  function took(saved: Draft): void {
    ;({ revision } = saved)
    keep(isDirty ? { revision, fields } : null)
    tell(isDirty ? 'unsaved' : 'saved')
    if (isDirty) saveIn(saveAfterMs)
  }
  async function failed({ code, message }: SaveProblem, sent: DraftFields): Promise<boolean> {
    if (code === 'draft_changed') {
      const theirs = await load().catch(() => null)
      // Our own save, whose answer was lost.
      if (theirs && isSame(fieldsOf(theirs), sent)) {
        isDirty = fields !== sent
        took(theirs)
        return true
      }
      if (theirs) tell('conflict', { theirs })
    } else if (code !== 'offline') tell('refused', { message })
    if (status.state === 'saving') {
      tell('offline')
      saveIn(tryAgainAfterMs)
    }
    return false
  }

  /** Saves now; true once the server has everything. */
  async function save(): Promise<boolean> {
    clearTimeout(timer)
    if (running !== null) await running
    if (status.state === 'conflict') return false
    if (!isDirty) return true
    running = attempt()
    const isSaved = await running
    running = null
    return isSaved && isDirty ? save() : isSaved
  }

  if (isDirty) saveIn(saveAfterMs)
  return {
    status: () => status,
    revision: () => revision,
    fields: () => fields,
    change(changes: Partial<DraftFields>): void {
      fields = { ...fields, ...changes }
      isDirty = true
      keep({ revision, fields })
      if (status.state === 'conflict') return
      if (status.state !== 'saving') tell(status.state === 'offline' ? 'offline' : 'unsaved')
      saveIn(saveAfterMs)
    },
    save,
    /** After a conflict: what stands here replaces theirs. */
    async keepMine(): Promise<boolean> {
      if (status.theirs === null) return false
      ;({ revision } = status.theirs)
      isDirty = true
      tell('unsaved')
      return save()
    },
    /** After a conflict: theirs replaces what stands here. Answers with what the page shows now. */
    takeTheirs(): DraftFields {
      if (status.theirs === null) return fields
      fields = fieldsOf(status.theirs)
      ;({ revision } = status.theirs)
      isDirty = false
      keep(null)
      tell('saved')
      return fields
    },
    stop(): void {
      clearTimeout(timer)
    },
  }
}

export type DraftSaver = ReturnType<typeof createDraftSaver>
