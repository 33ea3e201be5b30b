import { expect, test } from 'vitest';
import { addresses } from '../../demo/show.js';

const tenant = { userName: 'demo@loupe.example', password: 'secret', apiKey: 'key' };

test('the demo shows where the engine is reached', () => {
  const text = addresses('http://127.0.0.1:4000', { modifyPort: 7789, queryPort: 8080 }, tenant);
  expect(text).toContain('Engine, modify  http://127.0.0.1:7789/api/v2.0/enginemodify\n');
  expect(text).toContain('Engine, query   http://127.0.0.1:8080/api/v2.0/enginequery\n');
});

test('the demo shows no path for a port that is switched off', () => {
  const text = addresses('http://127.0.0.1:4000', { modifyPort: null, queryPort: null }, tenant);
  expect(text).toContain('Engine, modify  switched off\n');
  expect(text).toContain('Engine, query   switched off\n');
});
