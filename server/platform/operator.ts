/** Who runs this installation, as its public pages show it. */
export interface Operator {
  name: string
  address: string
  email: string
  phone: string
  grievanceOfficer: string
  /** As people read it: "3rd July 2005". */
  termsEffectiveDate: string
}

/** Placeholder details, shown by an installation whose operator hasn't been configured. */
const EXAMPLE: Operator = {
  name: 'The Cheers Foundation',
  address: '1 Example Road, Bengaluru 560001, India',
  email: 'hello@example.org',
  phone: '+91 80 0000 0000',
  grievanceOfficer: 'The Grievance Officer',
  termsEffectiveDate: '3rd July 2005',
}

/** Reads one setting; an invalid one is noted as a problem. */
type Check = <T>(name: string, accepted: string, parse: (text: string) => T | undefined) => T | undefined

/** Reads who runs this installation; settings that are absent keep the placeholder. */
export function readOperator(check: Check): Operator {
  const name = 'a name on one line of at most 120 characters'
  return {
    name: check('OPERATOR_NAME', name, lineOf(120)) ?? EXAMPLE.name,
    address:
      check('OPERATOR_ADDRESS', 'an address on one line of at most 300 characters', lineOf(300)) ??
      EXAMPLE.address,
    email: check('OPERATOR_EMAIL', 'an address like hello@cheers.example', bareMailAddress) ?? EXAMPLE.email,
    phone: check('OPERATOR_PHONE', 'a number like +91 80 1234 5678', phoneNumber) ?? EXAMPLE.phone,
    grievanceOfficer: check('OPERATOR_GRIEVANCE_OFFICER', name, lineOf(120)) ?? EXAMPLE.grievanceOfficer,
    termsEffectiveDate:
      check('TERMS_EFFECTIVE_DATE', 'a date as it is to be read, like 3rd July 2005', dateInWords) ??
      EXAMPLE.termsEffectiveDate,
  }
}

function bareMailAddress(text: string): string | undefined {
  return /^[^\s@<>]+@[^\s@<>]+$/.test(text) ? text : undefined
}

function lineOf(maxLength: number): (text: string) => string | undefined {
  return (text) => (text.length <= maxLength && !/[\r\n]/.test(text) ? text : undefined)
}

function phoneNumber(text: string): string | undefined {
  return /^\+?\d[\d ()-]{4,22}\d$/.test(text) ? text : undefined
}

function dateInWords(text: string): string | undefined {
  return /[A-Za-z]/.test(text) && /^[\w ,]{0,24}\b\d{4}$/.test(text) ? text : undefined
}
