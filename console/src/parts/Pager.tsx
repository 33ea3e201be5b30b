/** Steps through a list that the server hands out part by part. */
import { Button, Group } from '@mantine/core';

interface Props {
  /** Cursors of the parts that were stepped over, the last one of the part that is shown. */
  readonly after: readonly string[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null } | undefined;
  readonly onStep: (after: readonly string[]) => void;
  readonly back: string;
  readonly next: string;
}

/** Shows nothing while there is only one part. */
export function Pager({ after, pageInfo, onStep, back, next }: Props) {
  if (pageInfo === undefined || (after.length === 0 && !pageInfo.hasNextPage)) return null;
  return (
    <Group justify="center" mt="md">
      <Button variant="default" disabled={after.length === 0} onClick={() => onStep(after.slice(0, -1))}>
        {back}
      </Button>
      <Button
        variant="default"
        disabled={!pageInfo.hasNextPage}
        onClick={() => onStep([...after, pageInfo.endCursor ?? ''])}
      >
        {next}
      </Button>
    </Group>
  );
}
