/** Around what is shown to people who were given a link. */
import type { ReactNode } from 'react';
import { LanguageMenu } from '../../parts/frame/LanguageMenu';
import { Logo } from '../../parts/Logo';
import './shared.css';

export function SharedFrame({ children }: { readonly children: ReactNode }) {
  return (
    <div className="shared">
      <header className="shared-head">
        <Logo size={24} />
        <LanguageMenu />
      </header>
      <main className="shared-main">{children}</main>
    </div>
  );
}
