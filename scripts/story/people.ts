/** Everybody in the story has this password. */
export const STORY_PASSWORD = 'cheers-demo-2026'

export interface StoryPerson {
  name: string
  username: string
  email: string
  role: string
}

export const PEOPLE = {
  asha: { name: 'Asha Rao', username: 'asha', email: 'asha@example.com', role: 'musician with three plans' },
  ravi: {
    name: 'Ravi Menon',
    username: 'ravi',
    email: 'ravi@example.com',
    role: 'supports Asha by the year',
  },
  meera: {
    name: 'Meera Das',
    username: 'meera',
    email: 'meera@example.com',
    role: 'her card fails on renewal',
  },
  dev: {
    name: 'Dev Kapoor',
    username: 'dev',
    email: 'dev@example.com',
    role: 'operator, supports nobody yet',
  },
  imani: {
    name: 'Imani Okafor',
    username: 'imani',
    email: 'imani@example.com',
    role: 'potter with two plans',
  },
  tomas: { name: 'Tomás Vidal', username: 'tomas', email: 'tomas@example.com', role: 'writer with one plan' },
} satisfies Record<string, StoryPerson>

export type PersonKey = keyof typeof PEOPLE
