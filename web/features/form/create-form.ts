import { CallError } from '#web/api/call.ts'

/** A sentence per field, by its name, and by `form` one about the whole; an empty one only marks its field. */
export type FieldErrors = Readonly<Record<string, string | undefined>>

export const NO_ERRORS: FieldErrors = {}

export interface FormState<Values> {
  readonly values: Values
  readonly errors: FieldErrors
  /** How often errors were shown: each time, the first field that has one takes the focus. */
  readonly refusals: number
  readonly isSaving: boolean
  /** Until something is changed or sent again. */
  readonly isSaved: boolean
}

export interface SendingForm<Values, Refusal extends CallError = CallError> {
  /** What is known to be wrong before anything is sent. */
  check?: ((values: Values) => FieldErrors | Promise<FieldErrors>) | undefined
  /** Sends it; answers with a sentence if it can't be sent like this. */
  send: (values: Values) => Promise<string | null>
  /** The errors that are shown for a refusal; else each stands at its field. */
  onRefused?: ((refusal: Refusal) => FieldErrors) | undefined
}

/** What one form holds, apart from React: its values, what is wrong with them, and whether they are on their way. */
export function createForm<Values extends object>(initial: Values) {
  let state: FormState<Values> = startOf(initial)
  const listeners = new Set<() => void>()
  let isBusy = false

  function change(changes: Partial<FormState<Values>>): void {
    state = { ...state, ...changes }
    for (const listener of listeners) listener()
  }
  function refuse(errors: FieldErrors): void {
    change({ errors, refusals: state.refusals + 1 })
  }

  return {
    state: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** Changes values; what was wrong with them is no longer said. */
    set: (changed: Partial<Values>) => {
      const left = Object.entries(state.errors).filter(([name]) => !(name in changed))
      change({ values: { ...state.values, ...changed }, errors: Object.fromEntries(left), isSaved: false })
    },
    /** Says something about a field while it is typed in: the focus stays. */
    note: (name: string, message: string) => change({ errors: { ...state.errors, [name]: message } }),
    begin: (values: Values) => change({ ...startOf(values), isSaving: state.isSaving }),
    /** Checks and sends what is there; while it is on its way, sending it again does nothing. */
    async submit<Refusal extends CallError>(sending: SendingForm<Values, Refusal>): Promise<void> {
      if (isBusy) return
      isBusy = true
      const { values } = state
      try {
        const wrong = (await sending.check?.(values)) ?? NO_ERRORS
        if (Object.values(wrong).some((text) => text !== undefined)) return refuse(wrong)
        change({ errors: NO_ERRORS, isSaving: true, isSaved: false })
        const problem = await sending.send(values)
        if (problem === null) change({ isSaved: true })
        else refuse({ form: problem })
      } catch (error) {
        if (!(error instanceof CallError)) throw error
        refuse(sending.onRefused?.(error as Refusal) ?? placed(error, values))
      } finally {
        isBusy = false
        change({ isSaving: false })
      }
      return undefined
    },
  }
}

function startOf<Values>(values: Values): FormState<Values> {
  return { values, errors: NO_ERRORS, refusals: 0, isSaving: false, isSaved: false }
}

/** At its field, if the form has it. */
function placed({ field, fields, message }: CallError, values: object): FieldErrors {
  return field !== undefined && field in values ? fields : { form: message }
}
