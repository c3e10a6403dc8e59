/* In two files: changing takes 1 KB of script, and public pages, which change nothing, import use-query.ts alone. */

export { useMutation } from './use-mutation.ts'
export { useQuery } from './use-query.ts'
