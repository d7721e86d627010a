CREATE INDEX "alert_of_place" on "alert" ("team_id", "target", "subject");
CREATE INDEX "digest_run_by_check" on "digest_run" ("check_at") where "check_at" is not null;
CREATE INDEX "digest_run_by_due" on "digest_run" ("due_at");
CREATE INDEX "digest_run_by_state" on "digest_run" ("state", "not_before");
CREATE UNIQUE INDEX "digest_run_stored" on "digest_run" ("team_id", "business_date") where "kind" = 'message';
CREATE INDEX "digest_source_by_file" on "digest_source" ("file_state", "file_not_before");
CREATE INDEX "rate_limit_call_by_time" on "rate_limit_call" ("key_hash", "called_at");
CREATE INDEX "sales_product_by_number" on "sales_product" ("number");
CREATE INDEX "sales_store_by_number" on "sales_store" ("number");
CREATE TABLE "alert" ("id" integer primary key autoincrement, "team_id" text not null, "target" text not null, "owner" text not null, "language" text not null, "subject" text not null, "rule" text not null, "created_at" integer not null, "judged_day" text, "fired_day" text, "muted_until" integer, "paused_reason" text);
CREATE TABLE "alert_state" ("alert_id" integer not null, "item" text not null, "state" text not null check (state in ('armed', 'fired')), "figure" double precision not null, constraint "alert_state_key" primary key ("alert_id", "item"));
CREATE TABLE "backup_state" ("id" integer primary key check (id = 1), "last_at" integer);
CREATE TABLE "deletion_warning" ("what" text primary key, "before" integer not null, "warned_at" integer not null);
CREATE TABLE "digest_notice" ("id" integer primary key autoincrement, "team_id" text not null, "channel_id" text not null, "kind" text not null, "topic" text not null, "user_id" text not null, "text" text not null, "done" integer not null, "attempt" integer not null, "not_before" integer not null, "created_at" integer not null, constraint "digest_notice_once" unique ("team_id", "channel_id", "kind", "topic"));
CREATE TABLE "digest_run" ("id" integer primary key autoincrement, "team_id" text not null, "channel_id" text not null, "kind" text not null, "business_date" text not null, "state" text not null, "due_at" integer not null, "attempt" integer not null, "not_before" integer not null, "lease_owner" text, "lease_until" integer default 0 not null, "first_sent_at" integer, "last_sent_at" integer, "check_at" integer, "checks" integer default 0 not null, "message_ts" text, "reason" text, "asked_by" text, "created_at" integer not null, "updated_at" integer not null, "shows_sales" integer default 1 not null, "looked_at" integer, "message" text, "expires_at" integer, constraint "digest_run_of_a_date" unique ("team_id", "channel_id", "kind", "business_date"));
CREATE TABLE "digest_source" ("id" text primary key, "run_id" integer unique, "team_id" text not null, "channel_id" text not null, "content" text not null, "data_day" text not null, "products" text, "language" text not null, "file_state" text not null check (file_state in ('wanted', 'sending', 'sent', 'failed', 'none')), "file_attempt" integer not null, "file_not_before" integer not null, "created_at" integer not null, "shows_sales" integer default 1 not null, "data_from" text, "stores" text);
CREATE TABLE "digest_subscription" ("team_id" text not null, "channel_id" text not null, "kind" text not null, "digest_time" text, "active" integer not null, "created_at" integer not null, "weekdays" text default '1234567' not null, "owner" text, "paused_until" text, "paused_reason" text, "counts_from" integer default 0 not null, "products" text, "language" text, "shows_sales" integer default 1 not null, "name" text, "stores" text, constraint "digest_subscription_key" primary key ("team_id", "channel_id", "kind"));
CREATE TABLE "digest_total" ("state" text primary key, "digests" integer not null);
CREATE TABLE "file_choice" ("team_id" text not null, "user_id" text not null, "format" text not null, constraint "file_choice_key" primary key ("team_id", "user_id"));
CREATE TABLE "heard_message" ("team_id" text not null, "channel_id" text not null, "ts" text not null, "heard_at" integer not null, constraint "heard_message_key" primary key ("team_id", "channel_id", "ts"));
CREATE TABLE "language_choice" ("team_id" text not null, "user_id" text not null, "language" text not null, constraint "language_choice_key" primary key ("team_id", "user_id"));
CREATE TABLE "lease" ("name" text primary key, "owner" text not null, "until" integer not null);
CREATE TABLE "own_product" ("product_id" text primary key, "last_sale_date" text not null);
CREATE TABLE "product_list" ("id" integer primary key check (id = 1), "revision" integer not null, "products" integer not null, "file_name" text not null, "imported_by" text not null, "imported_at" integer, "configured_hash" text not null);
CREATE TABLE "products" ("id" text primary key, "number" integer not null unique, "name" text not null, "group" text not null, "lead_days" integer, "pack_size" integer, "other_names" text default '' not null);
CREATE TABLE "rate_limit_call" ("key_hash" text not null, "called_at" integer not null);
CREATE TABLE "rate_limit_key" ("key_hash" text primary key, "blocked_at" integer not null, "blocked_until" integer not null);
CREATE TABLE "recent_question" ("team_id" text not null, "user_id" text not null, "command" text not null, "asked_at" integer not null, constraint "recent_question_key" primary key ("team_id", "user_id", "command"));
CREATE TABLE "sales_day" ("sales_date" text primary key, "generation" integer, "rows" integer not null, "millilitres" integer not null, "quantity" integer not null, "returned_millilitres" integer not null, "returned_quantity" integer not null, "read_at" integer not null, "look_again_at" integer, "doubted_hash" text);
CREATE TABLE "sales_generation" ("id" integer primary key autoincrement, "sales_date" text not null, "created_at" integer not null);
CREATE TABLE "sales_product" ("key" integer primary key autoincrement, "product_id" text not null unique, "number" integer);
CREATE TABLE "sales_product_day" ("generation" integer not null, "product" integer not null, "rows" integer not null, "millilitres" integer not null, "quantity" integer not null, "returned_millilitres" integer not null, "returned_quantity" integer not null, constraint "sales_product_day_key" primary key ("generation", "product")) without rowid;
CREATE TABLE "sales_row" ("generation" integer not null, "product" integer not null, "store" integer not null, "millilitres" integer not null, "quantity" integer not null, constraint "sales_row_key" primary key ("generation", "product", "store")) without rowid;
CREATE TABLE "sales_row_by_store" ("generation" integer not null, "store" integer not null, "product" integer not null, "millilitres" integer not null, "quantity" integer not null, constraint "sales_row_by_store_key" primary key ("generation", "store", "product")) without rowid;
CREATE TABLE "sales_store" ("key" integer primary key autoincrement, "store_id" text not null unique, "number" integer);
CREATE TABLE "sales_store_day" ("generation" integer not null, "store" integer not null, "rows" integer not null, "millilitres" integer not null, "quantity" integer not null, "returned_millilitres" integer not null, "returned_quantity" integer not null, constraint "sales_store_day_key" primary key ("generation", "store")) without rowid;
CREATE TABLE "sales_sync" ("id" integer primary key check (id = 1), "revision" integer not null, "corrections_at" integer, "probed_day" text, "probes" integer not null, "next_probe_at" integer not null, "failures" integer not null, "next_try_at" integer not null);
CREATE TABLE "service_call" ("operation" text not null, "outcome" text not null, "calls" integer not null, "last_at" integer not null, constraint "service_call_key" primary key ("operation", "outcome"));
CREATE TABLE "service_identity" ("id" integer primary key check (id = 1), "base_url" text not null, "key_salt" text not null, "key_fingerprint" text not null, "recorded_at" integer not null, "replaced_fingerprints" text default '' not null);
CREATE TABLE "stock_day" ("business_date" text primary key, "state" text not null check (state in ('waiting', 'fresh', 'empty')), "probes" integer not null, "next_probe_at" integer not null, "lease_owner" text, "lease_until" integer default 0 not null, "answered" integer default 0 not null, "seen" text, "came_at" integer, "read_again_at" integer, "refused_products" integer, "refused_hash" text);
CREATE TABLE "stock_generation" ("id" integer primary key autoincrement, "state" text not null check (state in ('writing', 'held', 'dropped')));
CREATE TABLE "stock_level" ("generation" integer not null references "stock_generation" ("id"), "product" integer not null, "stock" integer not null, "stores" integer not null, "updated_time" text, constraint "stock_level_key" primary key ("generation", "product")) without rowid;
CREATE TABLE "stock_snapshot" ("business_date" text primary key, "generation" integer not null unique references "stock_generation" ("id"), "taken_at" integer not null, "products" integer not null, "in_stock" integer not null, "units" integer not null, "placements" integer not null, "most_stores" integer not null, "fell_from" integer);
CREATE TRIGGER digest_run_ended after update of state on digest_run
   when new.state in ('sent', 'missed') and new.state != old.state and new.kind != 'message'
   begin update digest_total set digests = digests + 1 where state = new.state; end;
CREATE TRIGGER digest_run_recorded after insert on digest_run
   when new.state in ('sent', 'missed') and new.kind != 'message'
   begin update digest_total set digests = digests + 1 where state = new.state; end;
-- backup_state {"id":1,"last_at":null}
-- digest_total {"state":"sent","digests":0}
-- digest_total {"state":"missed","digests":0}
-- product_list {"id":1,"revision":0,"products":0,"file_name":"","imported_by":"","imported_at":null,"configured_hash":""}
-- sales_sync {"id":1,"revision":0,"corrections_at":null,"probed_day":null,"probes":0,"next_probe_at":0,"failures":0,"next_try_at":0}
