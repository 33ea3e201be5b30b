import { describe, expect, it } from 'vitest';
import { createProgress, formatDuration, oneLine } from '../../../scripts/setup/progress.mjs';

function recorder() {
  const written: string[] = [];
  return { stream: { write: (text: string) => written.push(text) }, text: () => written.join('') };
}

describe('progress', () => {
  it('writes durations in a form people read', () => {
    expect([400, 9_900, 12_300, 125_000].map(formatDuration)).toEqual([
      '0.4 s',
      '9.9 s',
      '12 s',
      '2 min 5 s',
    ]);
  });

  it('keeps escape sequences and line breaks out of the live line', () => {
    expect(oneLine('\u001b[32mok\u001b[0m\tdone', 80)).toBe('ok done');
    expect(oneLine('a'.repeat(100), 20)).toHaveLength(20);
  });

  it('writes plain lines with the elapsed time when there is no terminal', () => {
    const output = recorder();
    let nowMs = 0;
    const progress = createProgress(output.stream, () => nowMs);
    const step = progress.start('Compiling');
    nowMs = 61_000;
    step.done();
    expect(output.text()).toBe('  Compiling ...\n  Compiling: done in 1 min 1 s\n');
  });

  it('says when a step failed, and only once how it ended', () => {
    const output = recorder();
    const step = createProgress(output.stream, () => 0).start('Compiling');
    step.failed();
    step.done();
    expect(output.text()).toContain('Compiling: FAILED');
    expect(output.text()).not.toContain('done');
  });
});
