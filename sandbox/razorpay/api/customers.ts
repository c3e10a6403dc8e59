import type { Customer } from '../core/entities.ts'
import { badRequest } from '../core/errors.ts'
import { newId } from '../core/ids.ts'
import { allowKeys, findFlag, findText, readNotes } from '../http/fields.ts'
import { pageOf } from '../http/paging.ts'
import { customerWire } from '../wire/customer.ts'
import { getEntity, idAt, type ApiRoute, type Call } from './call.ts'

function findTwin(call: Call, email: string | null, contact: string | null): Customer | null {
  const all = Object.values(call.context.state.customers)
  return all.find((customer) => customer.email === email && customer.contact === contact) ?? null
}

function create(call: Call): Customer {
  const { body, context } = call
  allowKeys(body, ['name', 'email', 'contact', 'fail_existing', 'gstin', 'notes'])
  const email = findText(body, 'email')
  const contact = findText(body, 'contact')
  const twin = email === null && contact === null ? null : findTwin(call, email, contact)
  if (twin !== null) {
    if (findFlag(body, 'fail_existing') === false) return twin
    throw badRequest('Customer already exists for the merchant')
  }
  const customer: Customer = {
    id: newId('cust'),
    name: findText(body, 'name'),
    email,
    contact,
    gstin: findText(body, 'gstin'),
    notes: readNotes(body),
    createdAt: context.clock.now(),
  }
  context.state.customers[customer.id] = customer
  return customer
}

function edit(call: Call): Customer {
  const { body } = call
  allowKeys(body, ['name', 'email', 'contact'])
  const customer = getEntity(call.context.state.customers, 'cust', idAt(call, 0))
  customer.name = findText(body, 'name') ?? customer.name
  customer.email = findText(body, 'email') ?? customer.email
  customer.contact = findText(body, 'contact') ?? customer.contact
  return customer
}

/** Customers; the checkout also makes one when a subscription is first paid. */
export const customerRoutes: ApiRoute[] = [
  { method: 'POST', path: 'customers', answer: (call) => customerWire(create(call)) },
  {
    method: 'GET',
    path: 'customers',
    answer: (call) =>
      pageOf(
        call.query,
        [],
        Object.values(call.context.state.customers),
        (customer) => customer.createdAt,
        customerWire,
      ),
  },
  {
    method: 'GET',
    path: 'customers/:id',
    answer: (call) => customerWire(getEntity(call.context.state.customers, 'cust', idAt(call, 0))),
  },
  { method: 'PUT', path: 'customers/:id', answer: (call) => customerWire(edit(call)) },
]
