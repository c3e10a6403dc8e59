import { Search } from 'lucide-react'

import { Select, type SelectOption } from '#web/ui/select.tsx'
import { TextField } from '#web/ui/text-field.tsx'

export interface SearchBarProps {
  /** What is looked for, and in which form. */
  label: string
  placeholder: string
  typed: string
  onType: (typed: string) => void
  filter?: { label: string; value: string; options: SelectOption[]; onChoose: (value: string) => void }
}

/** Above a list: what is looked for, and which of it. */
export function SearchBar({ label, placeholder, typed, onType, filter }: SearchBarProps) {
  return (
    <div className="mt-6 mb-4 flex flex-col gap-3 sm:flex-row">
      <TextField
        label={label}
        isLabelHidden
        type="search"
        className="sm:flex-1"
        placeholder={placeholder}
        leadingIcon={<Search />}
        maxLength={200}
        value={typed}
        onChange={(event) => onType(event.target.value)}
      />
      {filter && (
        <Select
          label={filter.label}
          isLabelHidden
          className="sm:w-fit sm:min-w-52"
          value={filter.value}
          options={filter.options}
          onChange={(event) => filter.onChoose(event.target.value)}
        />
      )}
    </div>
  )
}
