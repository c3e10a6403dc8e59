import { Link } from '#web/ui/link.tsx'

import { AccountFace } from './account-face.tsx'
import { useAccount } from './account-items.tsx'

const rowClassName =
  'flex min-h-11 w-full items-center gap-3 rounded-control px-3 py-1.5 text-start text-ink-soft hover:bg-wash hover:text-ink'

/** The same in the drawer, as a plain list: a menu over a modal drawer would be hidden behind it. */
export function AccountList() {
  const account = useAccount()
  return (
    <>
      <div className="px-2 py-2">
        <AccountFace account={account} />
      </div>
      <ul>
        {account.items.map(({ id, label, description, icon, to, onSelect }) => {
          const content = (
            <>
              <span aria-hidden="true" className="shrink-0 [&>svg]:size-5">
                {icon}
              </span>
              <span className="min-w-0">
                <span className="block">{label}</span>
                {description && <span className="block truncate text-sm text-ink-faint">{description}</span>}
              </span>
            </>
          )
          return (
            <li key={id}>
              {to === undefined ? (
                <button type="button" className={rowClassName} onClick={onSelect}>
                  {content}
                </button>
              ) : (
                <Link to={to} className={rowClassName}>
                  {content}
                </Link>
              )}
            </li>
          )
        })}
      </ul>
    </>
  )
}
