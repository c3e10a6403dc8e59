/** The texts that places of the console share. */
export const partTexts = {
  reason: 'Reason',
  reasonHelp: 'It stays in the audit log.',
  all: 'All',
  list: {
    loading: 'Loading',
    failed: 'This could not be loaded',
    showMore: 'Show more',
    moreFailed: 'More could not be loaded.',
  },
  copy: {
    copy: (name: string) => `Copy: ${name}`,
    done: 'Copied.',
    failed: 'It could not be copied. Select it and copy it by hand.',
  },
  nobody: '—',
} as const
