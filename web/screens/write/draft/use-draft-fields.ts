import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'

import { discardChanges, getDraft, listOwnPosts, saveDraft } from '#contract/posts/calls.ts'
import { call, CallError } from '#web/api/call.ts'
import { onBackOnline } from '#web/api/online.ts'
import { refresh } from '#web/api/refresh.ts'

import { type Draft, type DraftFields, fieldsOf, inputOf, isBlank, isSame } from './draft-fields.ts'
import { createDraftSaver, type SaverStatus } from './draft-saver.ts'
import { findLocalCopy, keepLocalCopy } from './local-copy.ts'

/** The fields of a draft, saved as they change, and what became of the saving. */
export function useDraftFields(draft: Draft) {
  const { _id: id, state } = draft
  const isNew = state === 'draft'
  const client = useQueryClient()
  const [{ saver, restored }] = useState(() => {
    const copy = findLocalCopy(id, fieldsOf(draft))
    const kept = copy !== null && !isSame(copy.fields, fieldsOf(draft)) ? copy : null
    const host = window.location.hostname
    // The state is set once React has rendered: it is created with it.
    const listener: { tell: ((status: SaverStatus) => void) | null } = { tell: null }
    const created = createDraftSaver({
      // Changes that began with an older save meet a conflict, not silence.
      draft: { ...draft, revision: kept?.revision ?? draft.revision },
      fields: kept?.fields ?? fieldsOf(draft),
      send: (fields, revision) => call(saveDraft, inputOf(fields, { id, revision, host })),
      load: () => call(getDraft, { id }),
      keep: (now) => keepLocalCopy(id, now),
      problemOf: (error) => (error instanceof CallError ? error : { code: 'offline', message: '' }),
      onStatus: (now) => listener.tell?.(now),
    })
    return { saver: Object.assign(created, { listener }), restored: kept }
  })
  const [fields, setFields] = useState<DraftFields>(restored?.fields ?? fieldsOf(draft))
  const [status, setStatus] = useState<SaverStatus>(saver.status())
  const latest = useRef(saver)

  useEffect(() => {
    const now = latest.current
    now.listener.tell = setStatus
    const save = () => void now.save()
    const saveHidden = () => document.visibilityState === 'hidden' && save()
    const stop = onBackOnline(save)
    document.addEventListener('visibilitychange', saveHidden)
    return () => {
      document.removeEventListener('visibilitychange', saveHidden)
      stop()
      // A page that was only opened leaves no empty draft behind.
      const isUnused = isNew && isBlank(now.fields())
      now.stop()
      const left = isUnused ? call(discardChanges, { id }) : now.save()
      // The list behind this page may have been fetched before.
      void left.then(
        () => refresh(client, [listOwnPosts]),
        () => undefined,
      )
    }
  }, [id, isNew, client])

  return {
    fields,
    status,
    saver,
    /** This browser had changes that the server didn't. */
    isRestored: restored !== null,
    change: (changes: Partial<DraftFields>) => {
      setFields((now) => ({ ...now, ...changes }))
      saver.change(changes)
    },
    takeTheirs(): DraftFields {
      const theirs = saver.takeTheirs()
      setFields(theirs)
      return theirs
    },
  }
}
