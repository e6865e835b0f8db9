-- Smallest units of the currency for one cent of a euro, so that prices convert without knowing decimals. A rate holds until the next.
CREATE TABLE exchange_rate (
  currency TEXT NOT NULL CHECK (currency GLOB '[A-Z][A-Z][A-Z]'),
  day TEXT NOT NULL,
  rate REAL NOT NULL CHECK (rate > 0),
  PRIMARY KEY (currency, day)
) STRICT, WITHOUT ROWID;
