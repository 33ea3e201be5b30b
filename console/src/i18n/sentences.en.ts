/** The sentences of the screens behind the log-in, in one file: a screen shows once all of its words are there. */
export const sentences = import.meta.glob<Readonly<Record<string, unknown>>>('./en/screens/**/*.json', {
  import: 'default',
  eager: true,
});
