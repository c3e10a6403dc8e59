import type { Author } from '#contract/channels/message.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { classNames } from '#web/ui/class-names.ts'

import { channelTexts as texts } from '../messages.ts'

/** The people offered while a name is typed: a listbox that the text field steers. */
export function MentionList({
  id,
  people,
  chosen,
  opensUp,
  onPick,
}: {
  id: string
  people: readonly Author[]
  chosen: number
  opensUp: boolean
  onPick: (person: Author) => void
}) {
  return (
    <div
      id={id}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the text field keeps the focus and steers it
      role="listbox"
      aria-label={texts.write.people}
      className={classNames(
        'absolute inset-x-0 z-10 overflow-hidden rounded-card bg-paper-raised p-1.5 shadow-float',
        opensUp ? 'bottom-full mb-1' : 'top-full mt-1',
      )}
    >
      {people.map((person, index) => (
        <button
          key={person._id}
          id={`${id}-${index}`}
          type="button"
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an option shows a picture
          role="option"
          aria-selected={index === chosen}
          tabIndex={-1}
          // The field keeps the focus.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onPick(person)}
          className={classNames(
            'flex min-h-11 w-full items-center gap-3 rounded-control px-3 text-start hover:bg-wash',
            index === chosen && 'bg-wash',
          )}
        >
          <Avatar name={person.name} src={person.profileImage} size={32} />
          <bdi className="truncate">{person.name}</bdi>
        </button>
      ))}
    </div>
  )
}
