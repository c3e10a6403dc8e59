import { afterEach, expect, test, vi } from 'vitest'

import { setCommunityRules } from '#contract/rooms/calls.ts'
import { call } from '#web/api/call.ts'

import { createForm } from './create-form.ts'

/* A form as useCallForm sends it, to a server that answers as told. */

afterEach(() => void vi.unstubAllGlobals())

const check = ({ rules }: { rules: string }) => (rules === '' ? { rules: 'Please write some.' } : {})

function aForm(rules: string, answers: () => Response | Promise<Response>) {
  const asked: unknown[] = []
  vi.stubGlobal('fetch', async (_address: string, { body }: RequestInit) => {
    asked.push(body)
    return answers()
  })
  const form = createForm({ rules })
  async function send(values: { rules: string }) {
    await call(setCommunityRules, { pageHandle: 'asha', ...values })
    return null
  }
  return { form, asked, submit: () => form.submit({ check, send }) }
}

function refusal(status: number, body: object): () => Response {
  return () => Response.json(body, { status })
}

test('what is known to be wrong stands at its field, and nothing is sent', async () => {
  const { form, asked, submit } = aForm('', () => Response.json({}))
  await submit()
  expect(form.state()).toMatchObject({
    errors: { rules: 'Please write some.' },
    refusals: 1,
    isSaving: false,
  })
  expect(asked).toEqual([])
  form.set({ rules: 'Be kind.' })
  expect(form.state().errors).toEqual({})
})

test('what the server finds wrong stands at its field, and what was typed is kept', async () => {
  const fields = { rules: 'These are too long.' }
  const answer = { code: 'invalid_input', message: 'These are too long.', field: 'rules', fields }
  const { form, submit } = aForm('Be kind.', refusal(422, answer))
  await submit()
  expect(form.state()).toMatchObject({
    values: { rules: 'Be kind.' },
    errors: fields,
    isSaving: false,
    isSaved: false,
  })
})

test('what the server refuses as a whole, or about a field that the form doesn’t have, is said above it', async () => {
  for (const field of [{}, { field: 'pageHandle' }]) {
    const { form, submit } = aForm(
      'Be kind.',
      refusal(404, { code: 'not_found', message: 'Gone.', ...field }),
    )
    await submit()
    expect(form.state().errors).toEqual({ form: 'Gone.' })
  }
})

test('sending again while it is on its way does nothing', async () => {
  let answer: (response: Response) => void = () => undefined
  const { form, asked, submit } = aForm('Be kind.', () => new Promise((resolve) => (answer = resolve)))
  const first = submit()
  await vi.waitFor(() => expect(form.state().isSaving).toBe(true))
  await submit()
  await vi.waitFor(() => expect(asked).toHaveLength(1))
  answer(Response.json({}))
  await first
  expect(form.state()).toMatchObject({ isSaving: false, isSaved: true })
  form.set({ rules: 'Be kinder.' })
  expect(form.state().isSaved).toBe(false)
})

test('without a connection it says so, keeps what was typed, and can be sent once more', async () => {
  let isOnline = false
  const { form, submit } = aForm('Be kind.', () => {
    if (!isOnline) throw new TypeError('Failed to fetch')
    return Response.json({})
  })
  await submit()
  expect(form.state()).toMatchObject({ values: { rules: 'Be kind.' }, isSaving: false })
  expect(form.state().errors['form']).toMatch(/reach|connect|offline/i)
  isOnline = true
  await submit()
  expect(form.state()).toMatchObject({ errors: {}, isSaved: true })
})

test('a form can tell a refusal elsewhere and only mark its field, or not be sendable at all', async () => {
  const { form } = aForm('Be kind.', refusal(409, { code: 'taken', message: 'Taken.', field: 'rules' }))
  await form.submit({
    send: async () => {
      await call(setCommunityRules, { pageHandle: 'asha', rules: '' })
      return null
    },
    onRefused: ({ field }) => (field === undefined ? {} : { [field]: '' }),
  })
  expect(form.state().errors).toEqual({ rules: '' })
  await form.submit({ send: async () => 'The picture is not here yet.' })
  expect(form.state().errors).toEqual({ form: 'The picture is not here yet.' })
})
