export const jobTexts = {
  title: 'Jobs',
  subtitle:
    'Work the server does later. Jobs that fail are tried again automatically, at ever longer intervals, until they are given up.',
  states: {
    label: 'State of the jobs',
    failed: 'Given up',
    retrying: 'Trying again',
    running: 'Running',
    waiting: 'Waiting',
  },
  none: {
    failed: 'No job was given up',
    retrying: 'No job is being tried again',
    running: 'No job is running',
    waiting: 'No job is waiting',
  },
  attempts: (attempts: number, most: number) => `${attempts} of ${most} attempts`,
  queued: 'Queued',
  runs: 'Due',
  error: 'Last error',
  payload: 'About',
  retry: {
    open: 'Run again…',
    title: (name: string) => `Run ${name} again?`,
    body: 'It runs at once and has all its attempts again. Jobs are safe to run twice.',
    confirm: 'Run again',
    done: 'The job runs again.',
  },
  drop: {
    open: 'Drop…',
    title: (name: string) => `Drop ${name}?`,
    body: 'What it should do is not done, and nobody is told. Do this only if it is done already, or no longer needed.',
    confirm: 'Drop the job',
    done: 'The job was dropped.',
  },
  reasonHelp: 'It is written into the audit log, for good.',
} as const
