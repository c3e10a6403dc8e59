import { badRequest } from '../core/errors.ts'
import { newId } from '../core/ids.ts'
import type { SentFile } from '../http/exchange.ts'
import { allowKeys, requireText } from '../http/fields.ts'
import { documentWire } from '../wire/dispute.ts'
import { type ApiRoute, getEntity, idAt } from './call.ts'

const TYPES = new Set(['image/jpeg', 'image/png', 'application/pdf'])

/** Files of the merchant, such as evidence for a bank. */
export const documentRoutes: ApiRoute[] = [
  {
    method: 'POST',
    path: 'documents',
    answer: ({ context, body }) => {
      allowKeys(body, ['file', 'purpose'])
      const purpose = requireText(body, 'purpose')
      if (purpose !== 'dispute_evidence') throw badRequest('The selected purpose is invalid.', 'purpose')
      const { name, mime, sizeBytes } = JSON.parse(requireText(body, 'file')) as SentFile
      if (!TYPES.has(mime)) throw badRequest('The file must be a file of type: jpg, jpeg, png, pdf.', 'file')
      const document = { id: newId('doc'), purpose, name, mime, sizeBytes, createdAt: context.clock.now() }
      context.state.documents[document.id] = document
      return documentWire(document)
    },
  },
  {
    method: 'GET',
    path: 'documents/:id',
    answer: (call) => documentWire(getEntity(call.context.state.documents, 'doc', idAt(call, 0))),
  },
]
