/** Tests that tell a long story run a short one by default, and all of it with LOUPE_TEST_STORIES=long (`npm run proof -- stories`). */
const isLong = process.env['LOUPE_TEST_STORIES'] === 'long';

/** A length of a story: `long` when all of it is wanted. */
export function lengthOfStory<T>({ short, long }: { readonly short: T; readonly long: T }): T {
  return isLong ? long : short;
}

/** All of a list in a long story, else its first ones: what is the same in every language is seen in one of them. */
export const firstOfStory = <T>(all: readonly T[], count = 1): readonly T[] =>
  isLong ? all : all.slice(0, count);
