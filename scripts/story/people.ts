/** Everyone in the story has this password. */
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

/** Other supporters, so that the pages look lived in. */
export const SUPPORTERS = {
  noor: { name: 'Noor Haddad', username: 'noor', email: 'noor@example.com', role: 'supports two pages' },
  jonas: { name: 'Jonas Weber', username: 'jonas', email: 'jonas@example.com', role: 'supports two pages' },
  priya: { name: 'Priya Iyer', username: 'priya', email: 'priya@example.com', role: 'supports two pages' },
  lucia: { name: 'Lucía Ortega', username: 'lucia', email: 'lucia@example.com', role: 'supports two pages' },
  kofi: { name: 'Kofi Mensah', username: 'kofi', email: 'kofi@example.com', role: 'supports two pages' },
  hana: { name: 'Hana Sato', username: 'hana', email: 'hana@example.com', role: 'supports Asha' },
  owen: { name: 'Owen Clarke', username: 'owen', email: 'owen@example.com', role: 'supports Asha' },
  sofia: { name: 'Sofia Lindqvist', username: 'sofia', email: 'sofia@example.com', role: 'supports Asha' },
  farid: { name: 'Farid Rahimi', username: 'farid', email: 'farid@example.com', role: 'supports Asha' },
} satisfies Record<string, StoryPerson>

/** More who read without paying; they have accounts, and nobody logs in as one of them. */
export const READERS: readonly string[] = [
  'Amara Diallo',
  'Anders Holm',
  'Anjali Pillai',
  'Ben Whitaker',
  'Camille Laurent',
  'Chen Wei',
  'Clara Hoffmann',
  'Daniel Cohen',
  'Divya Nair',
  'Elif Yılmaz',
  'Emeka Obi',
  'Eva Novák',
  'Fatima Zahra',
  'Gabriel Santos',
  'Grace Kim',
  'Henrik Dahl',
  'Ines Carvalho',
  'Ishaan Gupta',
  'James Okoro',
  'Julia Romano',
  'Kavya Reddy',
  'Leo Martin',
  'Lina Haddad',
  'Maya Goldberg',
  'Mateo Rivera',
  'Mei Tanaka',
  'Nadia Petrova',
  'Nikhil Joshi',
  'Oscar Lund',
  'Paula Fernández',
  'Rohan Kulkarni',
  'Ruth Adeyemi',
  'Samir Patel',
  'Sara Conti',
  'Tara Singh',
  'Theo Dubois',
  'Yusuf Demir',
  'Zoe Papadakis',
]

export type SupporterKey = keyof typeof SUPPORTERS
