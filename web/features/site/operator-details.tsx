import { usePageConfig } from '#web/page-data.tsx'

/** The operator of this copy of Cheers, and how to reach them. */
export function OperatorDetails() {
  const { operator } = usePageConfig()
  return (
    <address className="not-italic">
      <strong>{operator.name}</strong>
      <br />
      <bdi>{operator.address}</bdi>
      <br />
      <OperatorEmail />
      <br />
      <OperatorPhone />
    </address>
  )
}

/** The operator's email address, as a mailto link. */
export function OperatorEmail({ subject }: { subject?: string }) {
  const { email } = usePageConfig().operator
  const query = subject ? `?subject=${encodeURIComponent(subject)}` : ''
  return (
    <a dir="ltr" href={`mailto:${email}${query}`}>
      {email}
    </a>
  )
}

export function OperatorPhone() {
  const { phone } = usePageConfig().operator
  return (
    <a dir="ltr" href={`tel:${phone.replace(/[^\d+]/g, '')}`}>
      {phone}
    </a>
  )
}
